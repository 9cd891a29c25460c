import type { CostModel } from "@/lib/view/cost/cost-model";
import { CopyButton } from "../ui/copy-button";
import { ViewLink as Link } from "../ui/view-link";

/** What would have saved most, with the lines that do it. */
export function RemedyList({ remedies }: Pick<CostModel, "remedies">) {
  if (remedies.length === 0) return null;
  return (
    <section aria-label="What to do" className="mt-5">
      <h2 className="text-base font-medium">What to do</h2>
      <ul className="mt-2 grid gap-6 lg:grid-cols-3">
        {remedies.map(({ title, words, risk, lines, replayHref, note }) => (
          <li key={title} className="min-w-0 border-t border-line pt-2 text-sm">
            <h3 className="font-medium" dir="auto">
              {title}
            </h3>
            <p className="num text-ink-2">{words}</p>
            <p className="mt-1 text-xs text-ink-3">{risk}</p>
            <pre
              className="code mt-2 max-h-48 max-w-full overflow-auto whitespace-pre-wrap bg-sunken p-2 text-xs print:max-h-none"
              tabIndex={0}
            >
              {lines}
            </pre>
            <p className="mt-1 flex flex-wrap items-center gap-3 text-xs">
              <CopyButton text={lines} label="Copy the lines" />
              {replayHref !== null && (
                <Link href={replayHref} className="text-accent underline-offset-2 hover:underline">
                  Replay it
                </Link>
              )}
              {note !== null && <span className="text-ink-3">{note}</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
