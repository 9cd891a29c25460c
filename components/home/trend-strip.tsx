import Link from "next/link";
import type { TrendCard } from "@/lib/view/home/trend-model";
import { CARD_HEIGHT, CARD_WIDTH } from "@/lib/view/home/trend-model";

const WAY = { worse: "text-dangling", better: "text-restorable", same: "text-ink-3" } as const;

interface Props {
  title: string;
  cards: readonly TrendCard[];
  /** Whether no change can be told. Then the figures take one line. */
  isFew: boolean;
}

export function TrendStrip({ title, cards, isFew }: Props) {
  return (
    <section aria-labelledby="trends" className="mt-5">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 id="trends" className="text-base font-medium">
          Better or worse
        </h2>
        <p className="text-xs text-ink-2">{title}</p>
      </div>
      {isFew ? <Figures cards={cards} /> : <Changes cards={cards} />}
    </section>
  );
}

function Figures({ cards }: Pick<Props, "cards">) {
  return (
    <ul className="flex flex-wrap gap-x-6">
      {cards.map((card) => (
        <li key={card.figure}>
          <Link
            href={card.href}
            scroll={false}
            title={card.title}
            aria-expanded={card.isOpen}
            className="inline-flex min-h-6 items-center gap-1.5 text-xs hover:underline aria-expanded:underline"
          >
            <span className="text-ink-2">{card.label}</span>
            <span className="num text-sm font-medium">{card.value}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Changes({ cards }: Pick<Props, "cards">) {
  return (
    <ul className="mt-1 grid grid-cols-5 gap-x-6 border-t border-line max-sm:flex max-sm:gap-x-4 max-sm:overflow-x-auto">
      {cards.map((card) => (
        <li
          key={card.figure}
          className={`min-w-0 max-sm:shrink-0 ${card.isOpen ? "border-t-2 border-ink" : ""}`}
        >
          <Link
            href={card.href}
            scroll={false}
            title={card.title}
            aria-expanded={card.isOpen}
            className="block py-1.5 hover:bg-sunken"
          >
            <span className="block text-xs text-ink-2">{card.label}</span>
            <span className="flex items-end justify-between gap-2">
              <span className="num text-lg font-medium">{card.value}</span>
              {card.line !== "" && (
                <svg
                  width={CARD_WIDTH}
                  height={CARD_HEIGHT}
                  viewBox={`0 0 ${CARD_WIDTH} ${CARD_HEIGHT}`}
                  aria-hidden
                  className="max-w-full"
                >
                  <path d={`M0 ${CARD_HEIGHT - 0.5}H${CARD_WIDTH}`} stroke="var(--line-strong)" />
                  <path
                    d={card.line}
                    fill="none"
                    stroke="var(--ink-2)"
                    strokeWidth={2}
                    strokeLinecap="round"
                    strokeLinejoin="round"
                  />
                </svg>
              )}
            </span>
            <span className={`num block text-xs ${WAY[card.way]}`}>{card.change}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
