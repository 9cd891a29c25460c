"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useState } from "react";
import type { SessionHeaderModel } from "@/lib/view/session-header";
import { updateHeader } from "@/lib/view/session-header";
import { askSession } from "@/lib/view/views/reads";
import { useRead } from "../data/reader";
import { LiveBar } from "../live/live-bar";
import { useGrows, useLive } from "../live/live-session";
import { DeleteSession } from "./delete-session";
import { Fact, FactList } from "../ui/fact-list";
import { Gauge } from "../ui/gauge";
import { Outcome } from "../ui/outcome";
import { Time } from "../ui/time";
import { ViewLink as Link } from "../ui/view-link";

interface Props {
  header: SessionHeaderModel;
  /** `null` for a reader who may not delete the session. */
  deletable: string | null;
  actions?: ReactNode;
}

/** What stands in the header of a narrow screen before a reader asks for more. */
const ALWAYS: ReadonlySet<string> = new Set(["Turns", "Cost"]);

export function SessionHeader({ header: initial, deletable, actions }: Props) {
  const { drawn, deleted } = useLive();
  const grows = useGrows();
  const [isWhole, setWhole] = useState(false);
  const read = useRead();
  const { data: now } = useQuery({
    queryKey: ["session", initial.id, drawn?.counts.turns],
    queryFn: ({ signal }) => read(askSession(initial.id), signal),
    enabled: drawn !== null,
    placeholderData: keepPreviousData,
  });
  const header = drawn === null ? initial : updateHeader(initial, drawn, now?.costs);
  return (
    <div className="px-4 pt-3 pb-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 sm:flex-nowrap">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <h1
            className="line-clamp-2 max-w-full text-lg font-medium wrap-anywhere sm:line-clamp-1"
            dir="auto"
          >
            {header.title}
          </h1>
          <p
            className={`line-clamp-2 min-w-0 text-xs text-ink-3 wrap-anywhere ${isWhole ? "" : "max-sm:hidden"}`}
            dir="auto"
          >
            {header.line.join(" · ")}
          </p>
          <LiveBar />
          {[header.parent, header.origin].map(
            (link) =>
              link !== null && (
                <Link
                  key={link.label}
                  href={link.href}
                  className="text-xs text-accent underline-offset-2 hover:underline"
                >
                  ↑ {link.label}
                </Link>
              ),
          )}
        </div>
        <div
          className={`ml-auto flex shrink-0 items-center gap-3 print:hidden ${deleted ? "invisible" : ""}`}
        >
          {actions}
          {deletable !== null && (
            <DeleteSession id={deletable} title={header.title} below={header.children.length} />
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-baseline gap-x-6">
        <FactList isLine={!isWhole}>
          <Fact label="Started" isWideOnly={!isWhole}>
            <Time iso={header.startedAt} className="num" />
          </Fact>
          <Fact label="Peak window">
            <Gauge gauge={header.gauge} shrinks={!isWhole} grows={grows} />
          </Fact>
          {header.facts.map((fact) => (
            <Fact key={fact.label} label={fact.label} isWideOnly={!isWhole && !ALWAYS.has(fact.label)}>
              <span className={`num ${grows ? "sm:inline-block sm:min-w-[6ch]" : ""}`} title={fact.title}>
                {fact.value}
              </span>
              {fact.detail !== null && (
                <span className={`num text-ink-3 ${isWhole ? "" : "max-sm:hidden"}`}> · {fact.detail}</span>
              )}
            </Fact>
          ))}
          {header.outcome !== null && (
            <Fact label="Outcome">
              <span title={header.outcomeReason ?? undefined}>
                <Outcome outcome={header.outcome} />
              </span>
            </Fact>
          )}
          {!isWhole && (
            <div className="sm:hidden print:hidden">
              <dt className="sr-only">All figures</dt>
              <dd>
                <button
                  type="button"
                  className="min-h-6 text-accent underline-offset-2 hover:underline"
                  onClick={() => setWhole(true)}
                >
                  More
                </button>
              </dd>
            </div>
          )}
        </FactList>
        <div className={isWhole ? "" : "max-sm:hidden"}>
          <Disclosures header={header} />
        </div>
        <Unknown caveats={header.caveats} />
      </div>
    </div>
  );
}

/** Paper cannot be unfolded. */
function Unknown({ caveats }: Pick<SessionHeaderModel, "caveats">) {
  if (caveats.length === 0) return null;
  return (
    <p className="mt-1 hidden text-2xs text-ink-3 print:block" dir="auto">
      What is not known of it: {caveats.join(" ")}
    </p>
  );
}

function Disclosures({ header }: { header: SessionHeaderModel }) {
  if (header.caveats.length === 0 && header.children.length === 0) return null;
  return (
    <div className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-xs text-ink-2 print:hidden">
      {header.caveats.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer select-none">
            What is not known of it ({header.caveats.length})
          </summary>
          <ul className="mt-1 list-disc pl-5" dir="auto">
            {header.caveats.map((caveat) => (
              <li key={caveat}>{caveat}</li>
            ))}
          </ul>
        </details>
      )}
      {header.children.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer select-none">
            Child sessions ({header.children.length})
          </summary>
          <ul className="mt-1">
            {header.children.map((child) => (
              <li key={child.href}>
                <Link href={child.href} className="text-accent underline-offset-2 hover:underline" dir="auto">
                  {child.label}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
