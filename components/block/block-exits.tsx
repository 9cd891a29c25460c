import type { DepartureRow } from "@/lib/view/turn/window-rows";
import { HowGlyph } from "../ui/how-glyph";
import { ViewLink as Link } from "../ui/view-link";

/** How one block left its windows, and whether it came back. */
export function BlockExits({ sessionId, exits }: { sessionId: string; exits: readonly DepartureRow[] }) {
  if (exits.length === 0) return null;
  return (
    <section className="mt-6">
      <h3 className="font-medium">How it left</h3>
      <ul className="mt-1 text-xs">
        {exits.map(({ turn, how, words, cause, freed, cameBack, restorable }) => (
          <li key={turn} className="border-b border-line py-1">
            <p className="flex items-baseline gap-2">
              <HowGlyph how={how} />
              <span className="min-w-0 flex-1">
                <Link
                  className="alone num underline decoration-line-strong underline-offset-2 hover:decoration-current"
                  href={`/sessions/${sessionId}/turns/${turn}`}
                >
                  turn {turn}
                </Link>{" "}
                {words}
              </span>
              <span className="num text-evicted">{freed}</span>
            </p>
            <p className="pl-5 text-ink-3" dir="auto">
              {cause}
              {restorable && <span className="text-restorable"> · can be fetched again</span>}
              {cameBack !== null && <span className="text-ink-2"> · {cameBack}</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
