import type { FindingGroup, FindingsModel } from "@/lib/view/findings/findings-model";
import { severityLook } from "@/lib/view/findings/severity";
import { sessionsWithFinding } from "@/lib/view/findings/links";
import { PromoteFinding } from "../incident/promote-finding";
import { ViewLink as Link } from "../ui/view-link";
import { CoverageTable } from "./coverage-table";

const ITEMS_SHOWN = 3;

interface Props {
  sessionId: string;
  model: FindingsModel;
  mayWrite: boolean;
}

export function FindingsPanel({ sessionId, model, mayWrite }: Props) {
  return (
    <section aria-label="Findings" className="px-4 pt-2 pb-6">
      <h2 className="font-medium">Findings</h2>
      <ul className="mt-1 flex flex-col gap-y-0.5 text-ink-2" aria-live="polite">
        {model.health.map((statement) => (
          <li key={statement}>{statement}</li>
        ))}
      </ul>
      {model.within !== null && (
        <p role="status" className="mt-2 text-xs text-ink-2">
          {model.within}
        </p>
      )}
      <div className="mt-3 gap-x-8 lg:columns-2">
        {model.groups.map((group) => (
          <Group
            key={group.code}
            group={group}
            incidentsOf={mayWrite && group.family !== "coverage" ? sessionId : null}
          />
        ))}
      </div>
      <CoverageTable signals={model.coverage} />
    </section>
  );
}

interface GroupProps {
  group: FindingGroup;
  /** `null` where the reader may not create incidents. */
  incidentsOf: string | null;
}

function Group({ group, incidentsOf }: GroupProps) {
  const { glyph, className, severity } = severityLook(group.severity);
  const [shown, hidden] = [group.items.slice(0, ITEMS_SHOWN), group.items.slice(ITEMS_SHOWN)];
  return (
    <div className="break-inside-avoid border-b border-line py-2">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className={`text-xs ${className}`}>
          <span aria-hidden className="mr-1 text-2xs">
            {glyph}
          </span>
          {severity}
        </span>
        <h3 className="font-medium">{group.title}</h3>
        <span className="text-xs text-ink-3">{group.familyLabel}</span>
        <Link
          href={sessionsWithFinding(group.code)}
          className="code ml-auto text-2xs text-ink-3 hover:underline"
          title="Sessions with this finding"
        >
          {group.code}
        </Link>
      </div>
      <Items code={group.code} items={shown} incidentsOf={incidentsOf} />
      {hidden.length > 0 && (
        <details>
          <summary className="mt-1 w-fit cursor-pointer text-xs text-ink-2">{hidden.length} more</summary>
          <Items code={group.code} items={hidden} incidentsOf={incidentsOf} />
        </details>
      )}
      {group.more !== "" && <p className="mt-1 text-xs text-ink-3">{group.more}</p>}
      <p className="mt-1 text-xs text-ink-2">→ {group.advice}</p>
    </div>
  );
}

type ItemsProps = Pick<FindingGroup, "code" | "items"> & Pick<GroupProps, "incidentsOf">;

function Items({ code, items, incidentsOf }: ItemsProps) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.key} className="mt-1">
          <Link
            href={item.href}
            className="block break-words underline decoration-line-strong underline-offset-2 hover:decoration-current"
            dir="auto"
          >
            {item.sentence}
          </Link>
          <span className="num text-2xs text-ink-3">
            {item.turns}
            {item.numbers !== "" && ` · ${item.numbers}`}
          </span>
          {incidentsOf !== null && (
            <PromoteFinding sessionId={incidentsOf} code={code} turn={item.fromTurn} quiet />
          )}
        </li>
      ))}
    </ul>
  );
}
