import type { DearestList } from "@/lib/view/cost/dearest";
import { ViewLink as Link } from "../ui/view-link";

/** The tools and files that cost most. They come after the page, and their room is kept. */
export function DearestLists({ lists }: { lists: readonly DearestList[] }) {
  return (
    <div className="mb-3 grid min-h-22 max-sm:min-h-23 grid-cols-2 gap-x-5 border-b border-line pb-3 text-xs">
      {lists.map(({ title, href, rows }) => (
        <section key={title} aria-label={title} className="min-w-0">
          <h2>
            <Link href={href} className="text-ink-3 underline-offset-2 hover:underline">
              {title}
            </Link>
          </h2>
          <ol>
            {rows.map(({ name, whole, money }) => (
              <li key={whole} className="flex justify-between gap-2" title={whole}>
                <span className="truncate" dir="auto">
                  {name}
                </span>
                <span className="num text-ink-2">{money}</span>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
