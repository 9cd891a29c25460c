import type { WhySuggestionGroup } from "@/lib/view/questions/why-suggestions";
import { ColorDot } from "../ui/color-dot";
import { LifeLane } from "../ui/life-lane";
import { ViewLink as Link } from "../ui/view-link";

interface Props {
  readonly intro: string;
  readonly groups: readonly WhySuggestionGroup[];
}

/** What is worth asking for. Rows that say when their text stood in the window take the whole width. */
export function WhySuggestions({ intro, groups }: Props) {
  const hasLanes = groups.some(({ rows }) => rows.some(({ lane }) => lane !== null));
  return (
    <div className={`mt-6 grid grid-cols-1 gap-x-10 gap-y-5 ${hasLanes ? "" : "lg:grid-cols-2"}`}>
      <p className={`text-ink-2 ${hasLanes ? "" : "lg:col-span-2"}`}>
        {intro}
        {groups.length > 0 && " This session suggests:"}
      </p>
      {groups.map(({ title, rows }) => (
        <section key={title} aria-label={title}>
          <h3 className="text-sm font-medium">{title}</h3>
          <ul className="mt-1 border-t border-line text-xs">
            {rows.map((row) => (
              <li key={row.key} className="border-b border-line">
                <Link
                  href={row.href}
                  data-row
                  className="group flex items-baseline gap-2 py-1.5 max-sm:flex-wrap"
                >
                  <ColorDot color={row.color} />
                  <span
                    className="max-w-[50%] shrink-0 truncate font-medium group-hover:underline"
                    dir="auto"
                  >
                    {row.name}
                  </span>
                  <span className="min-w-0 flex-1 truncate text-ink-2" dir="auto">
                    {row.hint}
                  </span>
                  {row.lane !== null && (
                    <span className="shrink-0 max-sm:order-last max-sm:basis-full max-sm:pl-4 sm:w-[28rem]">
                      <LifeLane lane={row.lane} />
                    </span>
                  )}
                  <span className="num shrink-0 text-right text-ink-3 sm:min-w-16">{row.turn}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
