import Link from "next/link";
import type { TrendCard } from "@/lib/view/home/trend-model";
import { CARD_HEIGHT, CARD_WIDTH } from "@/lib/view/home/trend-model";

const WAY = { worse: "text-dangling", better: "text-restorable", same: "text-ink-3" } as const;

export function TrendStrip({ title, cards }: { title: string; cards: readonly TrendCard[] }) {
  return (
    <section aria-labelledby="trends" className="mt-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="trends" className="text-base font-medium">
          Better or worse
        </h2>
        <p className="text-xs text-ink-3">{title}</p>
      </div>
      <ul className="mt-1 grid grid-cols-2 gap-x-6 border-t border-line sm:grid-cols-3 lg:grid-cols-5">
        {cards.map((card) => (
          <li key={card.figure} className={card.isOpen ? "border-t-2 border-ink" : ""}>
            <Link
              href={card.href}
              scroll={false}
              title={card.title}
              aria-expanded={card.isOpen}
              className="block py-2 hover:bg-sunken"
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
    </section>
  );
}
