import type { ReactNode } from "react";
import type { ReplayPart } from "@/lib/incident/replay-part";
import { replayRows } from "@/lib/view/incident/replay-rows";
import { revealText } from "@/lib/view/format/trace-text";

export function ReplayParts({ replays, after }: { replays: readonly ReplayPart[]; after?: ReactNode }) {
  if (replays.length === 0 && after === undefined) return null;
  return (
    <section aria-label="What another policy would have done" className="mt-8">
      <h2 className="font-medium">What another policy would have done</h2>
      {replays.map((replay) => (
        <Part key={replay.id} replay={replay} />
      ))}
      {after}
    </section>
  );
}

const CELL = "border-b border-line py-1 pr-4 align-baseline";
const FIGURE = `num ${CELL} text-right`;

function Part({ replay }: { replay: ReplayPart }) {
  return (
    <div className="mt-2 mb-4 break-inside-avoid">
      <ul>
        {replay.policies.map(({ title, text }, i) => (
          <li key={`${title} ${i}`} className="wrap-anywhere" dir="auto">
            {revealText(text)}
          </li>
        ))}
      </ul>
      <div className="mt-2 overflow-x-auto" tabIndex={0} role="region" aria-label="Replay in figures">
        <table className="text-xs">
          <thead>
            <tr>
              <th className={CELL}>Policy</th>
              <th className={FIGURE}>Uses without evidence</th>
              <th className={FIGURE}>Tokens sent</th>
              <th className={FIGURE}>Evictions</th>
            </tr>
          </thead>
          <tbody>
            {replayRows(replay).map(({ title, dangling, tokens, evictions }, i) => (
              <tr key={`${title} ${i}`}>
                <td className={CELL}>{title}</td>
                <td className={FIGURE}>{dangling}</td>
                <td className={FIGURE}>{tokens}</td>
                <td className={FIGURE}>{evictions}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {replay.caveats.map((caveat) => (
        <p key={caveat} className="mt-1 max-w-prose text-xs text-ink-3">
          {caveat}
        </p>
      ))}
    </div>
  );
}
