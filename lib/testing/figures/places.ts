import { auditQuery } from "@/lib/api/endpoints/audit";
import { getPlan as planRoute } from "@/lib/api/endpoints/plan";
import { listSessions as sessionsRoute } from "@/lib/api/endpoints/sessions";
import type { UseState } from "@/lib/core/evidence/use-state";
import { isExperimental } from "@/lib/core/findings/kinds/tier";
import type { FigureId } from "@/lib/core/figures/names";
import { getAudit } from "@/lib/queries/audit/get-audit";
import { compareSessions } from "@/lib/queries/session-list/compare-sessions";
import { getPlan } from "@/lib/queries/findings/get-plan";
import { getCost } from "@/lib/queries/session/get-cost";
import type { getSession } from "@/lib/queries/session/get-session";
import { listSessions } from "@/lib/queries/session-list/list-sessions";
import { listTurns } from "@/lib/queries/session/list-turns";
import { replayResult } from "@/lib/commands/replay/result-of";
import { choosePolicy, policyChoiceSchema } from "@/lib/replay/choose-policy";
import { compare } from "@/lib/replay/comparison";
import { chooseRecommendation } from "@/lib/replay/recommend";
import { buildPareto } from "@/lib/view/replay/pareto";
import type { ResultRow } from "@/lib/view/replay/results";
import { RESULT_HEADS, listResultRows } from "@/lib/view/replay/results";
import { listCostLines } from "@/lib/view/cost/cost-lines";
import { compareSessionsModel } from "@/lib/view/compare-sessions/model";
import { buildAuditModel } from "@/lib/view/audit/audit-model";
import { buildCardModel, makeSeriesCard } from "@/lib/view/incident/card";
import { buildIncidentMarkdown } from "@/lib/view/incident/markdown";
import { stripModel } from "@/lib/view/incident/strip";
import { buildIncidentSummary } from "@/lib/view/incident/summary";
import { listLaneRows, NO_LANE_FILTERS } from "@/lib/view/lanes/rows";
import { buildOccupancyModel } from "@/lib/view/occupancy/model";
import { planModel } from "@/lib/view/plan/plan-model";
import { makeSessionHeader } from "@/lib/view/session-header";
import { makeSessionRow } from "@/lib/view/session-rows";
import { describeRowCost } from "@/lib/view/sessions/list-rows";
import type { AskedSession } from "./asked-session";
import { statedOnPages } from "./drawn-pages";
import type { Stated } from "./stated-figures";
import { statedIn, statedInModel, statedUnder } from "./stated-figures";

const TURNS_REPLAYED = 200;

type Values = Partial<Record<FigureId, number | string | null>>;
type Place = (asked: AskedSession) => Promise<Stated[]>;

function under(place: string, values: Values): Stated[] {
  return Object.entries(values).map(([figure, value]) => ({ place, figure: figure as FigureId, value }));
}

const sum = <T>(list: readonly T[], of: (one: T) => number) =>
  list.reduce((total, one) => total + of(one), 0);

function ofSummary(
  place: string,
  { counts, tokens, findings }: Awaited<ReturnType<typeof getSession>> | Summary,
) {
  return under(place, {
    turns: counts.turns,
    blocks: counts.blocks,
    toolCalls: counts.toolCalls,
    repeatedCalls: counts.repeatedToolCalls,
    evictions: counts.evictions,
    compactions: counts.compactions,
    dangling: counts.dangling,
    decisions: counts.decisions,
    decisionsAbsent: counts.decisionsAbsent,
    peakWindow: tokens.peakWindow,
    tokensEvicted: tokens.evicted,
    serious: findings?.serious ?? 0,
    warnings: findings?.warning ?? 0,
    notes: findings?.note ?? 0,
  });
}
type Summary = Awaited<ReturnType<typeof listSessions>>["sessions"][number];

const header: Place = async (asked) => {
  const session = await asked.getSession();
  const { facts } = makeSessionHeader(session);
  return [
    ...ofSummary("the session's answer", session),
    ...under("the session's answer", { cost: session.costs[0]?.total ?? null }),
    ...statedInModel("the header's labels", makeSessionHeader(session)),
    ...facts.flatMap(({ label, value, detail }) => [
      ...statedUnder("the header", label, value),
      ...statedIn("the header", detail ?? ""),
    ]),
  ];
};

const list: Place = async ({ db, project, id }) => {
  const page = await listSessions(db, project, sessionsRoute.query.parse({ costs: "1", sort: "cost" }));
  const session = page.sessions.find((one) => one.id === id || one.externalId === id);
  if (session === undefined) return [];
  const cost = page.costs[session.id];
  const row = makeSessionRow(session, { cost: cost === undefined ? cost : describeRowCost(cost) });
  const { turns, toolCalls, repeats: repeatedCalls, evictions, dangling, compactions } = row;
  return [
    ...ofSummary("the list", session),
    ...under("the list's rows", { turns, toolCalls, repeatedCalls, evictions, dangling, compactions }),
    ...under("the list's rows", { cost: row.cost?.value ?? null, duration: row.lasted }),
    ...(session.counts.evictions === 0 ? [] : under("the list's rows", { tokensEvicted: row.evicted })),
  ];
};

const overview: Place = async (asked) => {
  const { db, project, id } = asked;
  const { counts, tokens } = await asked.getSession();
  const states: Stated[] = [];
  for (const maxPoints of [5_000, 20]) {
    const { turns, total } = await listTurns(db, project, id, { maxPoints });
    const marked = (name: "evictions" | "compactions") => sum(turns, ({ markers }) => markers[name]);
    const after = (counts.compactions ?? 0) - marked("compactions");
    const windows = turns.flatMap(({ windowTokens }) => windowTokens ?? []);
    const { summary } = buildOccupancyModel(turns, {
      unit: "tokens",
      hidden: new Set(),
      contextWindow: tokens.contextWindow,
      budget: tokens.budget,
      compactionsAfter: after,
    });
    states.push(
      ...under("the turns", { turns: total, peakWindow: windows.length === 0 ? null : Math.max(...windows) }),
      ...statedIn("the card of the session", makeSeriesCard("", turns).line),
      ...statedIn("the overview", summary.replace(/^\d+ turns?;| Above its [^:]*:[^.]*\./g, "")),
    );
    if ((counts.evictions ?? 0) > 0 && tokens.evicted !== null)
      states.push(
        ...under("the turns", {
          evictions: marked("evictions"),
          tokensEvicted: sum(turns, ({ markers }) => markers.evictedTokens),
        }),
      );
  }
  return states;
};

const evictions: Place = async (asked) => {
  const { evictions: found, total } = await asked.listEvictions();
  const columns = await asked.getLaneColumns();
  const { summary } = listLaneRows(await asked.getLanes(), NO_LANE_FILTERS);
  const again = new Set(
    columns.evictions.residency.flatMap((place, i) =>
      columns.evictions.refetched[i] === null ? [] : (columns.residencies.block[place] ?? []),
    ),
  );
  return [
    ...under("the evictions", {
      evictions: total,
      restorable: found.filter((one) => one.restorable).length,
      unrestorable: found.filter((one) => !one.restorable).length,
      neededLater: new Set(
        found.flatMap((one) =>
          (one.neededBy ?? []).some(({ state }) => state !== "refetched") ? one.blockId : [],
        ),
      ).size,
      blocksLeft: new Set(found.map(({ blockId }) => blockId)).size,
      cameBack: new Set(found.flatMap((one) => (one.reenteredTurn === null ? [] : [one.blockId]))).size,
    }),
    ...under("the lanes", {
      evictions: columns.evictions.turn.length,
      blocks: columns.total,
      fetchedAgain: again.size,
    }),
    ...statedIn("the lanes' summary", summary),
    ...(summary.includes("needed later") ? [] : under("the lanes' summary", { neededLater: 0 })),
    ...(summary.includes("fetched again") ? [] : under("the lanes' summary", { fetchedAgain: 0 })),
    ...(found.length === 0
      ? []
      : under("the lanes' summary", { tokensEvicted: /([^ ]+) tokens/.exec(summary)?.[1] ?? null })),
    ...under("the compactions", { compactions: (await listOnlyCompactions(asked)).length }),
  ];
};

const plan: Place = async (asked) => {
  const answer = await asked.getPlan();
  const model = planModel(answer, { show: "all", cursor: null, selected: null });
  const { legend, summary } = model;
  const words = legend.flatMap(({ word, count }) => statedUnder("the plan's legend", word, count));
  const listed = await Promise.all(
    (Object.keys(answer.counts ?? {}) as UseState[]).map(async (state) => {
      const query = planRoute.query.parse({ limit: 5_000, state });
      const { edges } = await getPlan(asked.db, asked.project, asked.id, query);
      return under(`the plan's edges, ${state}`, {
        [state]: edges.filter(({ executed }) => executed).length,
      });
    }),
  );
  return [
    ...under("the plan", { ...answer.counts, uses: sum(Object.values(answer.counts ?? {}), (one) => one) }),
    ...words,
    ...statedInModel("the plan's labels", model),
    ...statedIn("the plan's summary", summary),
    ...listed.flat(),
  ];
};

const findings: Place = async (asked) => {
  const { byCode, bySeverity, suspected } = await asked.listFindings();
  const { serious = 0, warning: warnings = 0, note: notes = 0 } = bySeverity;
  const states = under("the findings", {
    serious,
    warnings,
    notes,
    suspected: sum(Object.entries(suspected), ([code, one]) => (isExperimental(code) ? 0 : one)),
  });
  if (sum(Object.values(byCode), (one) => one) !== serious + warnings + notes)
    states.push(...under("the findings by code", { serious: -1 }));
  return states;
};

const audit: Place = async (asked) => {
  const { db, project } = asked;
  const session = await asked.getSession();
  if (session.role === "replay") return [];
  const answer = await getAudit(db, project, auditQuery.parse({}));
  const { total, tools, constraints, spending } = answer;
  const said = buildAuditModel(answer, {}).statements.flatMap((one) =>
    statedIn("the audit's sentences", one),
  );
  return said.concat(
    under("the audit", {
      decisions: total.decisions,
      decisionsAbsent: total.absent,
      cost: spending.costs[0]?.total ?? null,
      uses: sum(tools, ({ uses }) => uses),
      dangling: sum(tools, ({ usesAbsent }) => usesAbsent),
      fetchedAgain: sum(tools, ({ refetched }) => refetched),
      constraintsLost: sum(constraints, ({ lost }) => lost),
    }),
  );
};

const comparison: Place = async ({ db, project, id }) => {
  const { a, b, by, steps } = await compareSessions(db, project, { a: id, b: id }, "turn");
  const model = compareSessionsModel(a, b, by, steps);
  return [
    ...model.facts.flatMap(({ label, a: value }) => statedUnder("the comparison", label, value)),
    ...under("the comparison", {
      evictions: sum(Object.values(a.evictionsByHow ?? {}), (one) => one),
    }),
    ...(a.session.findings === null
      ? []
      : [
          {
            place: "the comparison's findings",
            figure: "notes" as const,
            value:
              sum(a.findings ?? [], (one) => one.count) -
              (a.session.findings.serious ?? 0) -
              (a.session.findings.warning ?? 0),
          },
        ]),
  ];
};

const incident: Place = async (asked) => {
  const { lastTurn } = await asked.getSession();
  if (lastTurn === null) return [];
  const snapshot = await asked.freeze();
  const lines = (kind: string) => snapshot.entries.filter((entry) => entry.kind === kind);
  const [{ evictions: left }, compactions] = await Promise.all([
    asked.listEvictions(),
    listOnlyCompactions(asked),
  ]);
  const isInRange = [...left, ...compactions].every(({ turn }) => turn <= lastTurn);
  const repeated = lines("repeat").filter(({ plain }) => plain.includes("had left the window"));
  return [
    ...under("the incident", { turns: snapshot.turns.length, fetchedAgain: repeated.length }),
    ...(isInRange
      ? [
          ...under("the incident", {
            evictions: sum(snapshot.turns, (turn) => turn.evictions),
            compactions: lines("compaction").length,
          }),
          ...statedIn("the incident's strip", stripModel(snapshot).summary),
          ...statedIn("the incident's summary", buildIncidentSummary(snapshot)[1]),
          ...statedIn("the incident's export", buildIncidentMarkdown(snapshot, "").split("\n## ")[0] ?? ""),
          ...statedIn("the incident's card", buildCardModel(snapshot).line),
        ]
      : []),
  ];
};

const replay: Place = ({ id, analysed: { recording, plans, evidence } }) => {
  const { turns } = recording.session;
  if (turns.length === 0 || turns.length > TURNS_REPLAYED || !turns.every(({ window }) => window.known))
    return Promise.resolve([]);
  const choices = ["recorded", "none"].flatMap((kind) => choosePolicy(policyChoiceSchema.parse({ kind })));
  const results = [
    ...compare(
      { recording, plans, evidence },
      choices.filter((one) => one.ok),
    ),
  ].flatMap(({ replay: made, ...beside }) =>
    made === null
      ? []
      : replayResult({ replay: made, recording, evidence, session: id, warnings: [], beside }),
  );
  const rows = listResultRows({ results, session: id, request: { policies: [] } });
  const recommendation = chooseRecommendation(results);
  const best = buildPareto(rows, "USD", recommendation).points.filter(({ recommended }) => recommended);
  const agrees = best.every(({ no }) => no === recommendation?.result);
  const [recorded] = results;
  const isBilled = turns.every(({ usage }) => usage?.uncached != null);
  return Promise.resolve([
    ...(agrees ? [] : under("the replay's recommendation", { turns: -1 })),
    ...under("the replay of the recording", {
      ...recorded?.evidence.counts,
      evictions: recorded?.summary.evictions ?? null,
      dangling: recorded?.summary.dangling ?? null,
      unrestorable: recorded?.summary.unrestorable ?? null,
      turns: recorded?.summary.turns ?? null,
      peakWindow: recorded?.summary.peak ?? null,
      ...(isBilled && { cost: recorded?.summary.price ?? null }),
    }),
    ...resultHeads(rows),
  ]);
};

/** What a session's story adds up to. */
const story: Place = async (asked) => {
  const { story: told } = await asked.getSession();
  if (told == null) return [];
  const both = (count: "blocks" | "wanted" | "fetched") =>
    (told.compacted?.[count] ?? 0) + (told.left?.[count] ?? 0);
  return under("the story", {
    turns: told.turns,
    compactions: told.compacted?.times ?? 0,
    blocksLeft: both("blocks"),
    neededLater: both("wanted"),
    fetchedAgain: both("fetched"),
    serious: told.serious,
    warnings: told.warnings,
    cost: told.cost?.total ?? null,
  });
};

/** The bill, as its page and as lines for terminals and agents. */
const bill: Place = async ({ db, project, id }) => {
  const answer = await getCost(db, project, id);
  const [sentence = ""] = listCostLines(answer, id);
  const said = /^\S+(?: [A-Z]{3})?(?=[,;.])/.exec(sentence.replace(/\.$/, ";"))?.[0] ?? null;
  return under("the bill", { cost: answer.total, ...(answer.total !== null && { cost: said }) });
};

const pages: Place = (asked) => statedOnPages(asked);

/** Only what the table says of the recording. */
function resultHeads(rows: readonly ResultRow[]): Stated[] {
  return RESULT_HEADS.flatMap(({ label }, i) =>
    statedUnder("the replay's table", label, rows[0]?.cells[i]?.text ?? null),
  );
}

/** Every page and answer that shows figures of a session. */
export const PLACES: readonly Place[] = [
  header,
  list,
  overview,
  evictions,
  plan,
  findings,
  audit,
  comparison,
  incident,
  replay,
  story,
  bill,
  pages,
];

/** The cuts that are compactions, which the figure counts. */
async function listOnlyCompactions(asked: AskedSession) {
  const { compactions } = await asked.listCompactions();
  return compactions.filter(({ is }) => is === "compaction");
}
