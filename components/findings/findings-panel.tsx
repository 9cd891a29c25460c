import type { FindingGroup, FindingsModel } from "@/lib/view/findings/findings-model";
import { severityLook } from "@/lib/view/findings/severity";
import { sessionsWithFinding } from "@/lib/view/findings/links";
import { ViewLink as Link } from "../ui/view-link";
import { CoverageTable } from "./coverage-table";
import { FindingLine } from "./finding-line";
import { usePrecision } from "./use-verdict";

const ITEMS_SHOWN = 3;

interface Props {
  sessionId: string;
  model: FindingsModel;
  mayWrite: boolean;
}

export function FindingsPanel({ sessionId, model, mayWrite }: Props) {
  const reader = { sessionId, mayWrite };
  const { suspected } = model;
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
      <Groups groups={model.groups} {...reader} />
      {suspected.groups.length > 0 && (
        <details className="mt-3">
          <summary className="w-fit cursor-pointer text-xs text-ink-2">{suspected.label}</summary>
          <Groups groups={suspected.groups} {...reader} isUnproved />
        </details>
      )}
      {model.gone.length > 0 && (
        <ul aria-label="No longer found" className="mt-3 text-xs text-ink-2">
          {model.gone.map((words) => (
            <li key={words} dir="auto">
              {words}
            </li>
          ))}
        </ul>
      )}
      <CoverageTable signals={model.coverage} />
    </section>
  );
}

interface GroupsProps extends Pick<Props, "sessionId" | "mayWrite"> {
  groups: readonly FindingGroup[];
  isUnproved?: boolean;
}

function Groups({ groups, isUnproved = false, ...reader }: GroupsProps) {
  const precisionOf = usePrecision();
  return (
    <div className="mt-3 gap-x-8 lg:columns-2">
      {groups.map((group) => (
        <Group
          key={group.code}
          group={group}
          precision={isUnproved ? precisionOf(group.code) : null}
          {...reader}
        />
      ))}
    </div>
  );
}

interface GroupProps extends Pick<Props, "sessionId" | "mayWrite"> {
  group: FindingGroup;
  /** How often people confirmed the rule here. */
  precision: string | null;
}

function Group({ group, precision, sessionId, mayWrite }: GroupProps) {
  const look = group.severity === null ? null : severityLook(group.severity);
  const lines = {
    sessionId,
    code: group.code,
    mayWrite: mayWrite && group.family !== "coverage",
  };
  const [shown, hidden] = [group.items.slice(0, ITEMS_SHOWN), group.items.slice(ITEMS_SHOWN)];
  return (
    <div className="break-inside-avoid border-b border-line py-2">
      <div className="flex flex-wrap items-baseline gap-x-2">
        {look !== null && (
          <span className={`text-xs ${look.className}`}>
            <span aria-hidden className="mr-1 text-2xs">
              {look.glyph}
            </span>
            {look.severity}
          </span>
        )}
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
      {precision !== null && <p className="text-xs text-ink-3">{precision}</p>}
      <Lines items={shown} {...lines} />
      {hidden.length > 0 && (
        <details>
          <summary className="mt-1 w-fit cursor-pointer text-xs text-ink-2">{hidden.length} more</summary>
          <Lines items={hidden} {...lines} />
        </details>
      )}
      {group.more !== "" && <p className="mt-1 text-xs text-ink-3">{group.more}</p>}
      <p className="mt-1 text-xs text-ink-2">→ {group.advice}</p>
    </div>
  );
}

type LinesProps = Pick<FindingGroup, "items" | "code"> & Pick<Props, "sessionId" | "mayWrite">;

function Lines({ items, ...line }: LinesProps) {
  return (
    <ul>
      {items.map((item) => (
        <FindingLine key={item.key} item={item} {...line} />
      ))}
    </ul>
  );
}
