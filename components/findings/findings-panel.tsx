import { Fragment, useState } from "react";
import type { Severity } from "@/lib/core/findings/rule/finding";
import type { FindingsModel, SeverityFilter } from "@/lib/view/findings/findings-model";
import type { FindingGroup } from "@/lib/view/findings/finding-groups";
import { listAllGroups } from "@/lib/view/findings/findings-model";
import { pickSeverityLook } from "@/lib/view/severity";
import { makeLater } from "../ui/later";
import { ViewLink as Link } from "../ui/view-link";
import { CoverageTable } from "./coverage-table";
import type { CasesProps } from "./finding-cases";
import { usePrecision } from "./use-verdict";

const FindingCases = makeLater(() => import("./finding-cases"));

interface Props {
  sessionId: string;
  model: FindingsModel;
  mayWrite: boolean;
}

/** One column, in the order of harm, one line for each kind. A line unfolds to its cases. */
export function FindingsPanel({ sessionId, model, mayWrite }: Props) {
  const reader = { sessionId, mayWrite };
  const [only, setOnly] = useState<Severity | null>(null);
  const { suspected, filters } = model;
  const chosen = filters.some(({ severity }) => severity === only) ? only : null;
  const groups =
    chosen === null
      ? model.groups
      : listAllGroups(model.groups).flatMap((group) =>
          group.severity === chosen ? [{ ...group, below: [] }] : [],
        );
  return (
    <section aria-label="Findings" className="px-4 pt-2 pb-6">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 className="font-medium">Findings</h2>
        <Filters filters={filters} chosen={chosen} onChoose={setOnly} />
        <p className="text-xs text-ink-3" aria-live="polite">
          {model.health.join(" ")}
        </p>
      </div>
      {model.within !== null && (
        <p role="status" className="mt-1 text-xs text-ink-2">
          {model.within}
        </p>
      )}
      <Groups groups={groups} {...reader} />
      {suspected.groups.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit cursor-pointer py-1 text-xs text-ink-2">{suspected.label}</summary>
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

interface FiltersProps {
  filters: readonly SeverityFilter[];
  chosen: Severity | null;
  onChoose: (severity: Severity | null) => void;
}

function Filters({ filters, chosen, onChoose }: FiltersProps) {
  if (filters.length === 0) return null;
  return (
    <div role="group" aria-label="Which findings" className="flex flex-wrap gap-1 text-xs print:hidden">
      {filters.map(({ severity, label }) => (
        <button
          key={label}
          type="button"
          className="btn aria-pressed:border-accent aria-pressed:text-accent"
          aria-pressed={chosen === severity}
          onClick={() => onChoose(severity)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

interface GroupsProps extends Pick<Props, "sessionId" | "mayWrite"> {
  groups: readonly FindingGroup[];
  isUnproved?: boolean;
}

function Groups({ groups, isUnproved = false, ...reader }: GroupsProps) {
  const precisionOf = usePrecision();
  return (
    <div className="mt-2 border-t border-line">
      {groups.map((group) => (
        <Fragment key={group.key}>
          <Group group={group} precision={isUnproved ? precisionOf(group.code) : null} {...reader} />
          {group.below.length > 0 && (
            <div role="group" aria-label={`Of the same cause as ${group.title}`} className="pl-6">
              {group.below.map((inner) => (
                <Group
                  key={inner.key}
                  group={inner}
                  precision={isUnproved ? precisionOf(inner.code) : null}
                  {...reader}
                />
              ))}
            </div>
          )}
        </Fragment>
      ))}
    </div>
  );
}

function Group({ group, precision, sessionId, mayWrite }: CasesProps) {
  const [open, setOpen] = useState(false);
  const look = group.severity === null ? null : pickSeverityLook(group.severity);
  const [first] = group.items;
  return (
    <div className="border-b border-line">
      <div className="flex break-inside-avoid items-baseline gap-x-2 max-md:flex-wrap print:flex-wrap">
        <h3 className="shrink-0 max-md:shrink">
          <button
            type="button"
            aria-expanded={open}
            className="flex min-h-7 items-baseline gap-x-2 py-1 text-left hover:text-accent"
            onPointerEnter={FindingCases.loadAhead}
            onFocus={FindingCases.loadAhead}
            onClick={() => setOpen(!open)}
          >
            <span aria-hidden className="w-2 text-2xs text-ink-3">
              {open ? "▾" : "▸"}
            </span>
            {look !== null && (
              <span className={`w-16 shrink-0 text-xs ${look.className}`}>
                <span aria-hidden className="mr-1 text-2xs">
                  {look.glyph}
                </span>
                {look.severity}
              </span>
            )}
            <span className="font-medium">{group.title}</span>
            {group.tierWords !== "" && <span className="shrink-0 text-xs text-ink-3">{group.tierWords}</span>}
            {group.times !== "" && <span className="num shrink-0 text-xs text-ink-2">{group.times}</span>}
          </button>
        </h3>
        {!open && first !== undefined && (
          <Link
            href={first.href}
            className="min-w-0 truncate py-1 text-xs text-ink-2 underline-offset-2 hover:underline max-md:ml-4 max-md:w-full print:ml-4 print:w-full print:whitespace-normal"
            dir="auto"
            title={first.sentence}
          >
            {first.sentence}
          </Link>
        )}
      </div>
      {open && (
        <FindingCases
          group={group}
          precision={precision}
          sessionId={sessionId}
          mayWrite={mayWrite}
          onFailed={() => setOpen(false)}
        />
      )}
    </div>
  );
}
