import type { SignalItem } from "@/lib/view/findings/findings-model";

const GLYPHS = { seen: "✓", derived: "~", unseen: "–" } as const;

/** Without a signal, a missing finding proves nothing. */
export function CoverageTable({ signals }: { signals: readonly SignalItem[] }) {
  if (signals.length === 0) return null;
  const unseen = signals.filter(({ state }) => state === "unseen").length;
  return (
    <details className="mt-3">
      <summary className="w-fit cursor-pointer text-xs text-ink-2">
        Coverage: {signals.length - unseen} of {signals.length} signals are seen or derived
      </summary>
      <table className="mt-1 text-xs">
        <caption className="sr-only">What the source shows of this session</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Signal</th>
            <th scope="col">State</th>
            <th scope="col">What that means</th>
          </tr>
        </thead>
        <tbody>
          {signals.map(({ label, state, stateLabel, sentence }) => (
            <tr key={label} className="border-b border-line">
              <th scope="row" className="py-1 pr-4 text-left font-normal whitespace-nowrap">
                {label}
              </th>
              <td className={`pr-4 whitespace-nowrap ${state === "unseen" ? "text-warning" : "text-ink-2"}`}>
                <span aria-hidden className="num mr-1">
                  {GLYPHS[state]}
                </span>
                {stateLabel}
              </td>
              <td className="text-ink-2">{sentence}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
