import type { LostText } from "@/lib/view/incident/lost-texts";

/** The texts that had left the window and were missed, for a reader who has nothing else of the session. */
export function LostSection({ lost }: { lost: readonly LostText[] }) {
  if (lost.length === 0) return null;
  return (
    <section aria-label="What was lost" className="mt-6 max-w-4xl">
      <h2 className="font-medium">What was lost</h2>
      {lost.map(({ key, name, life, head, rest, without }) => (
        <div key={key} className="mt-1 border-l-2 border-line-strong pl-3">
          <p className="wrap-anywhere" dir="auto">
            {name}: <span className="text-ink-2">{life}</span>
          </p>
          {without !== null && <p className="text-xs text-ink-3">{without}</p>}
          {head !== "" && (
            <pre className="trace-text mt-1 text-xs whitespace-pre-wrap wrap-anywhere" dir="auto">
              {head}
            </pre>
          )}
          {rest !== "" && (
            <details>
              <summary className="inline-flex min-h-6 cursor-pointer items-center text-xs text-accent select-none">
                the rest of it
              </summary>
              <pre className="trace-text text-xs whitespace-pre-wrap wrap-anywhere" dir="auto">
                {rest}
              </pre>
            </details>
          )}
        </div>
      ))}
    </section>
  );
}
