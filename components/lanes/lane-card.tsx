import type { LaneCard } from "@/lib/view/lanes/lane-card";

const WIDTH = 288;
const AWAY = 14;

interface Props {
  card: LaneCard;
  at: { readonly x: number; readonly y: number };
  box: { readonly width: number; readonly height: number };
}

/** Keyboard users find the same text in the panel. */
export function LaneCardBox({ card, at, box }: Props) {
  const left = Math.max(0, Math.min(at.x + AWAY, box.width - WIDTH - AWAY));
  const below = at.y < box.height / 2;
  const place = below ? { top: at.y + AWAY } : { bottom: box.height - at.y + AWAY };
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 rounded-md bg-raised px-3 py-2 text-xs shadow-(--shadow)"
      style={{ left, width: WIDTH, ...place }}
    >
      <p className="font-medium wrap-anywhere">{card.title}</p>
      {card.hint !== "" && <p className="line-clamp-2 break-all text-ink-2">{card.hint}</p>}
      <p className="text-ink-3">{card.about}</p>
      <ul className="num mt-1 border-t border-line pt-1">
        {card.life.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {card.more !== "" && <p className="text-ink-3">{card.more}</p>}
    </div>
  );
}
