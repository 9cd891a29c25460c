import { AUDIT_ROWS } from "@/lib/core/audit/rows";
import type { Database } from "@/lib/db/client";
import type { SampledSessions } from "@/lib/db/reads/audit-sample";
import { readDecisionGroupsOfSample } from "@/lib/db/reads/audit";
import { isBeyondSample, sampleSessions, countSessionsWaiting } from "@/lib/db/reads/audit-sample";
import {
  readCalledModels,
  readInsideCalls,
  selectTurnsOfSample,
  sumUsageByModel,
} from "@/lib/db/reads/usage";
import type { Audit, AuditGroup, AuditQuery } from "./answer";
import {
  readBillRows,
  readCheckpointFigures,
  listCompactionRows,
  listConstraintRows,
  listToolRows,
} from "./audit-tables";
import { measurePrecision } from "../findings/verdicts";
import { groupBy } from "@/lib/core/group-by";
import { projectModels } from "@/lib/db/model-settings";
import { priceSums, priceInside, indexPrices } from "../session/list-costs";

async function readSpending(
  db: Database,
  project: string,
  sample: SampledSessions,
): Promise<Audit["spending"]> {
  const turns = selectTurnsOfSample(sample);
  const [settings, calledModels] = await Promise.all([
    projectModels(db, project),
    readCalledModels(db, turns),
  ]);
  const prices = indexPrices(calledModels, settings);
  const [rows, inside] = await Promise.all([sumUsageByModel(db, turns, prices), readInsideCalls(db, turns)]);
  const models = [...groupBy(rows, ({ model }) => model)].map(([model, rowsOfModel]) => ({
    model,
    calls: rowsOfModel.reduce((sum, { calls }) => sum + calls, 0),
    ...priceSums(rowsOfModel, prices, []),
  }));
  return {
    ...priceSums(rows, prices, priceInside(inside, settings)),
    models: models.toSorted((a, b) => b.calls - a.calls).slice(0, AUDIT_ROWS),
  };
}

const PENDING_MAX = 1_000;

const PARTS = 10;

/** Called after each part of an audit. It may throw to end the audit. */
export type AuditProgress = (done: number, of: number) => Promise<void>;

/**
 * Of a sample of sessions: whether the evidence was there when decisions were made, and what removed it.
 * @param onProgress makes the parts run one after the other
 */
export async function getAudit(
  db: Database,
  project: string,
  query: AuditQuery,
  onProgress?: AuditProgress,
): Promise<Audit> {
  const sample = sampleSessions(project, query);
  const run = onProgress === undefined ? <T>(part: () => Promise<T>) => part() : makePartRunner(onProgress);
  const [groups, tools, constraints, compactions, bills, checkpoints, spending, rules, waiting, beyond] =
    await Promise.all([
      run(() => listDecisionGroups(db, sample)),
      run(() => listToolRows(db, sample)),
      run(() => listConstraintRows(db, sample)),
      run(() => listCompactionRows(db, sample)),
      run(() => readBillRows(db, sample)),
      run(() => readCheckpointFigures(db, sample)),
      run(() => readSpending(db, project, sample)),
      run(() => measurePrecision(db, project)),
      run(() => countSessionsWaiting(db, project, query, PENDING_MAX)),
      run(() => isBeyondSample(db, project, query)),
    ]);
  const of = (kind: string) =>
    groups.filter((group) => group.kind === kind).map(({ kind: _, ...group }) => group);
  const total = of("total")[0] ?? { ...EMPTY, value: null };
  return {
    sample: { sessions: total.sessions, limit: query.sample, isWhole: !beyond, ...waiting },
    total,
    outcomes: of("outcome"),
    agents: of("agent"),
    models: of("model"),
    policies: of("policy"),
    tools,
    constraints,
    compactions,
    bills,
    checkpoints,
    spending,
    rules,
  };
}

function makePartRunner(onProgress: AuditProgress): <T>(part: () => Promise<T>) => Promise<T> {
  let before: Promise<unknown> = onProgress(0, PARTS);
  let done = 0;
  return <T>(part: () => Promise<T>) => {
    const after = before.then(async () => {
      const result = await part();
      await onProgress(++done, PARTS);
      return result;
    });
    before = after;
    return after;
  };
}

const EMPTY = {
  sessions: 0,
  deciding: 0,
  withAbsent: 0,
  decisions: 0,
  absent: 0,
  absentPerSession: null,
  shareWithAbsent: null,
};

async function listDecisionGroups(
  db: Database,
  sample: SampledSessions,
): Promise<(AuditGroup & { kind: string })[]> {
  const rows = await readDecisionGroupsOfSample(db, sample);
  return rows.map((row) => {
    const [sessions, deciding, withAbsent, decisions, absent] = [
      row.sessions,
      row.deciding,
      row.with_absent,
      row.decisions,
      row.absent,
    ].map(Number) as [number, number, number, number, number];
    return {
      kind: row.kind,
      value: row.value,
      ...{ sessions, deciding, withAbsent, decisions, absent },
      absentPerSession: sessions === 0 ? null : absent / sessions,
      shareWithAbsent: deciding === 0 ? null : withAbsent / deciding,
    };
  });
}
