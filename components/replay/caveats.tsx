import type { ReplayInput } from "@/lib/view/answers";
import { isRecorded } from "@/lib/view/replay/results";
import type { ResultRow } from "@/lib/view/replay/results";

/** What the results of a replay rest on. */
export function Caveats({ replay, rows }: { replay: ReplayInput; rows: readonly ResultRow[] }) {
  return (
    <>
      <p className="mt-3 max-w-4xl text-xs text-ink-3">
        {[replay.counterfactual, ...rows.filter(isRecorded).flatMap(({ result }) => result.notes)].join(" ")}
      </p>
      <Notes rows={rows.filter((row) => !isRecorded(row))} />
    </>
  );
}

function Notes({ rows }: { rows: readonly ResultRow[] }) {
  return (
    <details className="mt-4 text-xs text-ink-2">
      <summary className="cursor-pointer">What each result rests on</summary>
      <ul className="mt-1 grid max-w-4xl gap-2">
        {rows.map(({ no, letter, name, result }) => (
          <li key={no}>
            <span className="font-medium">
              {letter} {name}
            </span>
            <ul className="ml-4">
              {result.notes.slice(1).map((note) => (
                <li key={note}>{note}</li>
              ))}
              {result.warnings.map(({ path, message }) => (
                <li key={path}>
                  <span className="code">{path}</span>: {message}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </details>
  );
}
