import { buildStyle } from "@/lib/view/replay/lines";

export function LineKey({ letter }: { letter: string }) {
  const { color, dash } = buildStyle({ letter });
  return (
    <span className="mr-2 inline-flex items-center gap-1">
      <span className="code w-3">{letter}</span>
      <svg width="20" height="8" aria-hidden>
        <line x1="0" x2="20" y1="4" y2="4" stroke={color} strokeWidth="2" strokeDasharray={dash} />
      </svg>
    </span>
  );
}
