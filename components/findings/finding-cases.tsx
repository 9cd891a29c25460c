import type { FindingGroup } from "@/lib/view/findings/finding-groups";
import { makeFindingSessionsHref } from "@/lib/view/findings/links";
import { ViewLink as Link } from "../ui/view-link";
import { FindingLine } from "./finding-line";

const ITEMS_SHOWN = 3;

export interface CasesProps {
  sessionId: string;
  mayWrite: boolean;
  group: FindingGroup;
  /** How often people confirmed the rule here. */
  precision: string | null;
}

/** The cases of one kind of finding, and what to do about them. */
export default function FindingCases({ group, precision, sessionId, mayWrite }: CasesProps) {
  const lines = {
    sessionId,
    code: group.code,
    mayWrite: mayWrite && group.family !== "coverage",
  };
  const [shown, hidden] = [group.items.slice(0, ITEMS_SHOWN), group.items.slice(ITEMS_SHOWN)];
  return (
    <div className="max-w-5xl pb-3 pl-4">
      <p className="text-xs text-ink-2">→ {group.advice}</p>
      {group.tierWords !== "" && (
        <p className="text-xs text-ink-3">
          Its claims hold, but no real session has yet shown such a case to be a fault. It counts nowhere.
        </p>
      )}
      <Lines items={shown} {...lines} />
      {hidden.length > 0 && (
        <details>
          <summary className="mt-1 w-fit cursor-pointer py-1 text-xs text-ink-2">
            {hidden.length} more
          </summary>
          <Lines items={hidden} {...lines} />
        </details>
      )}
      {group.more !== "" && <p className="mt-1 text-xs text-ink-3">{group.more}</p>}
      <p className="mt-1 flex flex-wrap gap-x-3 text-2xs text-ink-3">
        <span>{group.familyLabel}</span>
        <Link
          href={makeFindingSessionsHref(group.code)}
          className="code hover:underline"
          title="Sessions with this finding"
        >
          {group.code}
        </Link>
        {precision !== null && <span>{precision}</span>}
      </p>
    </div>
  );
}

type LinesProps = Pick<FindingGroup, "items" | "code"> & Pick<CasesProps, "sessionId" | "mayWrite">;

function Lines({ items, ...line }: LinesProps) {
  return (
    <ul>
      {items.map((item) => (
        <FindingLine key={item.key} item={item} {...line} />
      ))}
    </ul>
  );
}
