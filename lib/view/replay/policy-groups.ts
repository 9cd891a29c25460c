import type { ListedPolicy } from "./replay-input";

export const ARCHIVED = "Archived: the program is gone";

export interface PolicyGroup {
  readonly label: string;
  /** One of each kind, whatever its versions. */
  readonly policies: readonly ListedPolicy[];
}

/**
 * The policies to choose from: by whose they are, in the order of the list, and behind all others those whose program is gone.
 *
 *     a of X · b of Y, archived · c of X   →   X: a, c · Archived: b
 */
export function groupPolicies(policies: readonly ListedPolicy[]): PolicyGroup[] {
  const kinds = new Set<string>();
  const groups = new Map<string, ListedPolicy[]>();
  const archived: ListedPolicy[] = [];
  for (const policy of policies) {
    if (kinds.has(policy.kind)) continue;
    kinds.add(policy.kind);
    if (policy.archived !== null) archived.push(policy);
    else groups.set(policy.vendor, [...(groups.get(policy.vendor) ?? []), policy]);
  }
  const current = [...groups].map(([label, own]) => ({ label, policies: own }));
  return archived.length === 0 ? current : [...current, { label: ARCHIVED, policies: archived }];
}

/** What is known of a policy's rule: where it is from, when it was checked, and whether its program is there. */
export function describeOrigin({ source, checked, archived }: ListedPolicy): string {
  const held = checked === null ? [] : [`Checked on ${checked.on} against ${checked.against}.`];
  return [source, ...held, ...(archived === null ? [] : [archived])].join(" ");
}
