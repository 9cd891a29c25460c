import { EVICTION_HOWS } from "@/lib/core/vocabulary";
import { Hinted } from "../ui/hinted";
import { HowGlyph } from "../ui/how-glyph";

export function LaneLegend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      {EVICTION_HOWS.map((how) => (
        <li key={how} className="flex items-center gap-1">
          <HowGlyph how={how} />
          {how}
        </li>
      ))}
      <li className="flex items-center gap-1">
        <svg width="22" height="8" aria-hidden>
          <path d="M0 4h22" stroke="var(--ink-3)" strokeWidth="1.5" strokeDasharray="1.5 3" />
        </svg>
        <Hinted label="a reference stays" />
      </li>
      <li className="flex items-center gap-1">
        <svg width="9" height="9" aria-hidden>
          <circle cx="4.5" cy="4.5" r="3.5" fill="none" stroke="var(--state-dangling)" strokeWidth="1.5" />
        </svg>
        <Hinted label="fetched again" />
      </li>
      <li className="flex items-center gap-1">
        <svg width="6" height="11" aria-hidden>
          <path d="M3 0v6M3 8.5v1.5" stroke="var(--state-dangling)" strokeWidth="2" />
        </svg>
        needed later
      </li>
    </ul>
  );
}
