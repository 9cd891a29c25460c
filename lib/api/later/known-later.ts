/** What is worked out of a session by now: its turns and windows, and what follows from all of it. */
export interface KnownStages {
  readonly derived: boolean;
  readonly analysed: boolean;
}

type Later = { readonly [Stage in keyof KnownStages]?: Readonly<Record<string, unknown>> };

const NO_BLOCKS = { id: [], kind: [], tool: [], label: [], hint: [], tokens: [] };
const NO_RESIDENCIES = { block: [], mode: [], from: [], to: [] };
const NO_EVICTIONS = {
  ...{ residency: [], turn: [], how: [], toMode: [], freed: [], provenance: [], cause: [], reference: [] },
  ...{ restorable: [], reentered: [], refetched: [], refetchedAs: [], compaction: [], neededAt: null },
};

/**
 * The fields of answers that are known only once a session is derived or analysed, each with what it holds where there is
 * nothing. Before that the API answers `null`: nobody has looked, which is not the same. Inside of the program, the fields
 * hold what stands here, and a view asks the answer or the session whether that is known.
 *
 *     not analysed    {"findings": null, "total": null}
 *     nothing found   {"findings": [],   "total": 0}
 */
export const KNOWN_LATER: Readonly<Record<string, Later | undefined>> = {
  "/api/v1/sessions/{id}": {
    derived: { costs: [], costsWithChildren: [], notes: [], warnings: [], gaps: [] },
  },
  "/api/v1/sessions/{id}/turns": { derived: { turns: [], total: 0 } },
  "/api/v1/sessions/{id}/evictions": { derived: { evictions: [], total: 0 } },
  "/api/v1/sessions/{id}/lanes": {
    derived: { total: 0, words: [], blocks: NO_BLOCKS, residencies: NO_RESIDENCIES, evictions: NO_EVICTIONS },
  },
  "/api/v1/sessions/{id}/compactions": { derived: { compactions: [] } },
  "/api/v1/sessions/{id}/conversation": {
    derived: { prompts: [], promptsTotal: 0, exchanges: [], compacted: [], turns: [], lines: [] },
  },
  "/api/v1/sessions/{id}/facts": {
    derived: { runs: [], lanes: [], lanesTotal: 0, events: [], eventsTotal: 0 },
  },
  "/api/v1/sessions/{id}/findings": {
    analysed: {
      ...{ findings: [], total: 0, byCode: {}, bySeverity: {}, suspected: {}, gone: [], unlisted: {} },
      ...{ causes: [], coverage: [] },
    },
  },
  "/api/v1/sessions/{id}/cost": { analysed: { rates: [] } },
  "/api/v1/sessions/{id}/plan": { analysed: { plans: [], edges: [], blocks: [] } },
};

/** The names of an endpoint's fields that may be `null`, by what they wait for. */
export function listLaterFields(
  path: string,
): readonly (readonly [name: string, stage: keyof KnownStages])[] {
  return listStages(path).flatMap(([stage, fields]) =>
    Object.keys(fields).map((name) => [name, stage] as const),
  );
}

/** An answer as the API gives it: `null` where nobody has looked yet. */
export function hideUnknown<A extends object>(path: string, answer: A, known: KnownStages): A {
  const unknown = listLaterFields(path).flatMap(([name, stage]) => (known[stage] ? [] : [[name, null]]));
  return unknown.length === 0 ? answer : { ...answer, ...Object.fromEntries(unknown) };
}

/** The inverse of {@link hideUnknown}, for the program's own pages. */
export function fillUnknown<A extends object>(path: string, answer: A): A {
  const fields = Object.assign({}, ...listStages(path).map(([, own]) => own)) as Record<string, unknown>;
  const given = answer as Record<string, unknown>;
  const filled = Object.entries(fields).filter(([name]) => given[name] === null);
  return filled.length === 0 ? answer : { ...answer, ...Object.fromEntries(filled) };
}

function listStages(path: string): (readonly [keyof KnownStages, object])[] {
  const later = KNOWN_LATER[path] ?? {};
  return (["derived", "analysed"] as const).flatMap((stage) => {
    const fields = later[stage];
    return fields === undefined ? [] : [[stage, fields] as const];
  });
}
