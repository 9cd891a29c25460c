import { isOverdue, type LeafNote } from "@/lib/core/checked";
import { FINDING_KINDS } from "@/lib/core/findings/kinds";
import { IMPORTERS } from "@/lib/importers";
import { DIALECTS } from "@/lib/importers/otel/dialects";
import { POLICIES } from "@/lib/policies/registry";

export interface Leaf extends LeafNote {
  readonly sort: "policy" | "format" | "dialect" | "rule";
  readonly name: string;
}

/** All parts that follow something outside of this project, as each states of itself. */
export function listLeaves(): Leaf[] {
  return [
    ...POLICIES.map((policy) => ({
      ...noteOf(policy),
      sort: "policy" as const,
      name: `${policy.kind} ${policy.version}`,
    })),
    ...IMPORTERS.map((importer) => ({ ...noteOf(importer), sort: "format" as const, name: importer.id })),
    ...DIALECTS.map((dialect) => ({ ...noteOf(dialect), sort: "dialect" as const, name: dialect.id })),
    ...FINDING_KINDS.map(({ code, seenIn }) => {
      if (seenIn === null) return { sort: "rule" as const, name: code, checked: null };
      const { on, ...source } = seenIn;
      return { sort: "rule" as const, name: code, checked: { on, against: Object.values(source).join() } };
    }),
  ];
}

/**
 * What is due to be checked: for more than a year not, or never.
 * @param today as `YYYY-MM-DD`
 * @returns a line each, the longest unchecked first, with a sum at the end
 */
export function describeDue(leaves: readonly Leaf[], today: string): string[] {
  const current = leaves.filter(({ archived }) => archived === undefined);
  const due = current
    .flatMap(({ sort, name, checked }) =>
      checked !== null && isOverdue(checked, today) ? [{ sort, name, ...checked }] : [],
    )
    .sort((a, b) => a.on.localeCompare(b.on));
  const never = current.filter(({ checked }) => checked === null);
  return [
    ...due.map(({ sort, name, on, against }) => `${sort} ${name}: last checked on ${on} against ${against}`),
    ...never.map(({ sort, name }) => `${sort} ${name}: checked against nothing outside of this project`),
    `${leaves.length} leaves: ${due.length} not checked for a year, ${never.length} never, ${leaves.length - current.length} archived.`,
  ];
}

function noteOf({ checked, archived }: LeafNote): LeafNote {
  return archived === undefined ? { checked } : { checked, archived };
}
