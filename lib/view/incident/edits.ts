/** The fields of an incident that a person edits. */
export interface IncidentDraft {
  readonly title: string;
  readonly severity: string;
  readonly outcome: string;
  readonly from: number;
  readonly to: number;
}

type Range =
  | { readonly from: number; readonly to: number }
  | { readonly since: string; readonly until: string };

/** What of an edit differs from what its person saw: the rest is left as it is by now. */
export function pickEdits<Asked extends { title: string; severity: string; outcome: string; range: Range }>(
  seen: IncidentDraft,
  asked: Asked,
): Partial<Asked> {
  const { title, severity, outcome, range } = asked;
  const isSameRange = "from" in range && range.from === seen.from && range.to === seen.to;
  const edits: Partial<Asked> = {};
  if (title !== seen.title) edits.title = title;
  if (severity !== seen.severity) edits.severity = severity;
  if (outcome !== seen.outcome) edits.outcome = outcome;
  if (!isSameRange) edits.range = range;
  return edits;
}

/** What somebody else wrote meanwhile where this edit writes too; `null` where it replaces nothing unseen. */
export function describeReplaced(
  seen: IncidentDraft,
  now: IncidentDraft,
  edits: Readonly<Record<string, unknown>>,
): string | null {
  const replaced = [
    ...(["title", "severity", "outcome"] as const).flatMap((name) =>
      name in edits && now[name] !== seen[name] ? [`its ${name} is now “${now[name]}”`] : [],
    ),
    ...("range" in edits && (now.from !== seen.from || now.to !== seen.to)
      ? [`its turns are now ${now.from} to ${now.to}`]
      : []),
  ];
  return replaced.length === 0
    ? null
    : `Changed by somebody else meanwhile: ${replaced.join(", ")}. Save again to replace that, or cancel to keep it.`;
}
