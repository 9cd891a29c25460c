import Link from "next/link";
import { describeProgress } from "@/lib/view/format/progress-words";
import { describeImported, describeImportedTurns, describeWarnings } from "@/lib/view/sessions/import-words";
import { ImportWorst } from "./import-worst";
import type { ImportAnswer } from "./upload";

export type ImportState =
  | { phase: "sending" | "reading"; what: string; share: number | null; cancel: () => void }
  | { phase: "done"; what: string; answer: ImportAnswer }
  | {
      phase: "refused";
      what: string;
      message: string;
      details: readonly { path: string; message: string }[];
    };

const SHOWN_MAX = 8;

export default function ImportStatus({ state, onClose }: { state: ImportState; onClose: () => void }) {
  const busy = state.phase === "sending" || state.phase === "reading";
  return (
    <section role="status" aria-label="Import" className="border-b border-line bg-sunken px-4 py-3">
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          {(state.phase === "sending" || state.phase === "reading") && <Progress state={state} />}
          {state.phase === "done" && <Done what={state.what} answer={state.answer} />}
          {state.phase === "refused" && <Refused {...state} />}
        </div>
        {busy ? (
          <button type="button" className="btn btn-quiet" onClick={state.cancel}>
            Cancel
          </button>
        ) : (
          <button type="button" className="btn btn-quiet" onClick={onClose}>
            Dismiss
          </button>
        )}
      </div>
    </section>
  );
}

function Progress({
  state: { phase, what, share },
}: {
  state: Extract<ImportState, { cancel: () => void }>;
}) {
  const text = describeProgress(`${phase === "sending" ? "Sending" : "Reading"} ${what}`, share);
  return (
    <>
      <p dir="auto">{text}</p>
      <progress
        className="mt-1 h-1 w-64 max-w-full accent-(--accent)"
        value={share ?? undefined}
        max={1}
        aria-label={text}
      />
    </>
  );
}

function Done({ what, answer }: { what: string; answer: ImportAnswer }) {
  const { sessions, warnings } = answer;
  return (
    <>
      <p dir="auto">
        <strong className="font-medium">{what}</strong>
        {describeImported(answer)}
      </p>
      <ul className="mt-1 flex flex-wrap gap-x-4">
        {sessions.slice(0, SHOWN_MAX).map((session) => (
          <li key={session.id} className="max-w-md truncate">
            <Link
              className="text-accent underline-offset-2 hover:underline"
              href={`/sessions/${session.id}`}
              dir="auto"
            >
              {session.name ?? session.externalId}
            </Link>{" "}
            <span className="text-ink-3">{describeImportedTurns(session.turns)}</span>
          </li>
        ))}
        {sessions.length > SHOWN_MAX && (
          <li className="text-ink-3">and {sessions.length - SHOWN_MAX} more</li>
        )}
      </ul>
      {sessions.length > 1 && <ImportWorst ids={sessions.map(({ id }) => id)} />}
      {warnings.length > 0 && (
        <details className="mt-1 text-warning">
          <summary>{describeWarnings(warnings.length)}</summary>
          <ul className="mt-1 text-xs">
            {warnings.map((warning) => (
              <li key={warning.file + warning.code} dir="auto">
                {warning.file}: {warning.message}
                {warning.count > 1 && ` (${warning.count} times)`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Refused({ what, message, details }: Extract<ImportState, { phase: "refused" }>) {
  return (
    <>
      <p className="text-dangling" dir="auto">
        <strong className="font-medium">{what}</strong> was not imported: {message}
      </p>
      {details.length > 1 && (
        <ul className="mt-1 text-xs text-ink-2">
          {details.slice(0, SHOWN_MAX).map((detail) => (
            <li key={detail.path} dir="auto">
              {detail.path}: {detail.message}
            </li>
          ))}
          {details.length > SHOWN_MAX && <li>and {details.length - SHOWN_MAX} more</li>}
        </ul>
      )}
    </>
  );
}
