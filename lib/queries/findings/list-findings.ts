import { z } from "zod";
import type { FindingResult, getGate, listFindings as route } from "@/lib/api/endpoints/findings";
import { signalSchema } from "@/lib/api/endpoints/findings";
import { verdictSchema } from "@/lib/api/endpoints/verdicts";
import { causeSentence, groupCauses } from "@/lib/core/findings/group-causes";
import { sortHarm } from "@/lib/core/findings/harm-sort";
import { FINDING_KINDS, findKindWithCode } from "@/lib/core/findings/kinds";
import { isExperimental } from "@/lib/core/findings/kinds/tier";
import type { Family } from "@/lib/core/findings/rule/finding";
import { decideCounted, decideShownSeverity } from "@/lib/core/findings/counted";
import { FINDING_FACTS } from "@/lib/core/findings/rule/finding-facts";
import { makeAnswerer } from "@/lib/core/trace/fact";
import { measureCost } from "@/lib/core/cost/cost-limits";
import type { Contract, CountedFinding } from "@/lib/core/findings/gate";
import { DEFAULT_CONTRACT, isContract, judge, readContract } from "@/lib/core/findings/gate";
import type { Database } from "@/lib/db/client";
import { readCurrentStamp } from "@/lib/db/finding-settings";
import { SEVERITY, STANDING } from "@/lib/db/derived/codes";
import type { Session as SessionRow } from "@/lib/db/generated/client";
import { makePublicId } from "@/lib/db/session-id";
import { AppError } from "@/lib/errors";
import { makeProofHref } from "@/lib/view/findings/links";
import { JUDGED_FAMILY, JUDGED_TITLES } from "./judged-kinds";
import type { StoredFinding } from "@/lib/db/derived/finding-rows";
import { findingCodec, readStanding } from "@/lib/db/derived/finding-rows";
import { readVerdicts } from "./verdicts";
import { readCostSummary } from "../reading/cost-summaries";
import { findAnalysed } from "../reading/find-analysed";
import { countByCode, countsColumn } from "../reading/session-view";

const answerFindingFacts = makeAnswerer(FINDING_FACTS);

export type FindingList = z.output<(typeof route)["response"]>;
export type GateReport = z.output<(typeof getGate)["response"]>;

const signalsColumn = z.array(signalSchema).catch([]);

/** What went wrong in a session, as far as it is analysed, and which rules its source can support. */
export async function listFindings(
  db: Database,
  project: string,
  id: string,
  { code, family, severity, standing, limit, offset }: z.output<(typeof route)["query"]>,
): Promise<FindingList> {
  const { row } = await findAnalysed(db, project, id);
  const { sessionId } = row;
  const codes = family === undefined ? null : listCodes(family);
  const where = {
    sessionId,
    ...(severity !== undefined && { severity: SEVERITY.of(severity) }),
    ...(standing !== undefined && { standing: STANDING.of(standing) }),
    AND: [code === undefined ? {} : { code }, codes === null ? {} : { code: { in: codes } }],
  };
  const [rows, total, listedCounts, verdicts] = await Promise.all([
    db.finding.findMany({ where, orderBy: { no: "asc" }, take: limit, skip: offset }),
    db.finding.count({ where }),
    db.finding.groupBy({
      by: ["code"],
      where: { sessionId },
      _count: { _all: true },
      orderBy: { code: "asc" },
    }),
    readVerdicts(db, sessionId),
  ]);
  const found = await findAmong(db, sessionId, [...verdicts.keys()]);
  const findings = rows.map((one) =>
    describeFinding(makePublicId(sessionId), findingCodec.fromRow(one), verdicts.get(one.id)),
  );
  const byCode = countByCode(row);
  const suspected = countsColumn.parse(row.findingsSuspected ?? {});
  return {
    analysedUpTo: describeAnalysed(row, await readCurrentStamp(db, project)),
    findings,
    causes: groupCauses(findings).map(({ lead, parts }) => ({
      cause: lead.cause ?? lead.id,
      code: lead.code,
      severity: lead.severity,
      harm: sortHarm({ ...lead, from: lead.fromTurn }),
      fromTurn: lead.fromTurn,
      sentence: causeSentence(lead.sentence, parts),
      parts: parts.map((part) => ({ ...part, about: [...part.about] })),
    })),
    total,
    byCode,
    bySeverity: countsColumn.parse(row.findingsBySeverity ?? {}),
    suspected,
    gone: [...verdicts].flatMap(([id, verdict]) => (found.has(id) ? [] : [{ id, ...verdict }])),
    unlisted: countUnlisted(
      sumOf(byCode, suspected),
      new Map(
        listedCounts.map(({ code: of, _count }) => [of, _count._all - countSetAside(of, found, verdicts)]),
      ),
    ),
    coverage: signalsColumn.parse(row.coverage ?? []),
  };
}

function listCodes(family: Family): string[] {
  const judged = family === JUDGED_FAMILY ? [...JUDGED_TITLES.keys()] : [];
  return [...FINDING_KINDS.filter((rule) => rule.family === family).map(({ code }) => code), ...judged];
}

/**
 * Whether a session meets a contract.
 * @throws AppError `invalid_query` for an invalid contract
 */
export async function judgeSession(
  db: Database,
  project: string,
  id: string,
  contractText: string | undefined,
): Promise<GateReport> {
  const contract = parseContract(contractText);
  const { row, isKnown } = await findAnalysed(db, project, id);
  const counts = !isKnown
    ? null
    : {
        byCode: countByCode(row),
        bySeverity: countsColumn.parse(row.findingsBySeverity ?? {}),
        suspected: countsColumn.parse(row.findingsSuspected ?? {}),
      };
  const signals = signalsColumn.parse(row.coverage ?? []);
  const cost = measureCost(await readCostSummary(db, row.sessionId));
  const first = judge(counts, signals, contract, [], cost);
  const result =
    first.verdict === "fail"
      ? judge(counts, signals, contract, await listCounted(db, row.sessionId), cost)
      : first;
  const upTo = describeAnalysed(row, await readCurrentStamp(db, project));
  const isBroken = upTo.thresholds === "current" && result.verdict === "fail";
  return {
    verdict: upTo.done || isBroken ? result.verdict : "unknown",
    analysedUpTo: upTo,
    limits: result.limits.map((limit) => ({
      ...limit,
      examples: limit.examples === null ? null : [...limit.examples],
    })),
    missing: [...result.missing],
  };
}

const LISTED_MAX = 2_000;

async function listCounted(db: Database, sessionId: string): Promise<CountedFinding[]> {
  const [rows, verdicts] = await Promise.all([
    db.finding.findMany({
      where: { sessionId },
      orderBy: { no: "asc" },
      take: LISTED_MAX,
      select: { id: true, code: true, standing: true, severity: true, fromTurn: true },
    }),
    readVerdicts(db, sessionId),
  ]);
  return rows.flatMap(({ id, code, fromTurn, ...row }) => {
    const countedAs = decideCounted(readStanding(row), verdicts.get(id)?.verdict ?? null);
    return countedAs === null ? [] : [{ code, ...countedAs, turn: fromTurn }];
  });
}

function parseContract(text: string | undefined): Contract {
  if (text === undefined) return DEFAULT_CONTRACT;
  const contract = readContract(text);
  if (isContract(contract)) return contract;
  const problems = contract.map(({ path, message }) => ({
    path: path === "" ? "contract" : `contract.${path}`,
    code: "invalid",
    message,
  }));
  const [first] = problems;
  throw new AppError(
    "invalid_query",
    `${first?.path ?? "contract"}: ${first?.message ?? "not one"}`,
    problems,
  );
}

function describeAnalysed(
  { analysedSeq, analysedTurn, lastSeq, findingsStamp, analysisRefused }: SessionRow,
  stamp: string,
): FindingList["analysedUpTo"] {
  const isCurrent = analysedSeq === 0 || findingsStamp === stamp;
  return {
    asOfTurn: analysedTurn,
    events: analysedSeq,
    received: lastSeq,
    thresholds: isCurrent ? "current" : "earlier",
    done: isCurrent && analysedSeq === lastSeq,
    refused: analysisRefused,
  };
}

function sumOf(counts: Record<string, number>, otherCounts: Record<string, number>): Record<string, number> {
  const sum = { ...counts };
  for (const [code, n] of Object.entries(otherCounts)) sum[code] = (sum[code] ?? 0) + n;
  return sum;
}

/** By id, the codes of those of these findings that there are. */
async function findAmong(db: Database, sessionId: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.finding.findMany({
    where: { sessionId, id: { in: ids } },
    select: { id: true, code: true },
  });
  return new Map(rows.map(({ id, code }) => [id, code]));
}

type Verdicts = Awaited<ReturnType<typeof readVerdicts>>;

function countSetAside(code: string, found: ReadonlyMap<string, string>, verdicts: Verdicts): number {
  return [...found].filter(([id, of]) => of === code && verdicts.get(id)?.verdict !== "true").length;
}

function countUnlisted(byCode: Record<string, number>, listedCounts: ReadonlyMap<string, number>) {
  const beyond = Object.entries(byCode).map(
    ([code, n]) => [code, n - (listedCounts.get(code) ?? 0)] as const,
  );
  return Object.fromEntries(beyond.filter(([, n]) => n > 0));
}

function describeFinding(
  sessionId: string,
  finding: StoredFinding,
  verdict: ReturnType<Verdicts["get"]>,
): FindingResult {
  const { code } = finding;
  const rule = findKindWithCode(code);
  return {
    id: finding.id,
    code,
    standing: finding.standing,
    tier: isExperimental(code) ? "experimental" : "established",
    family: rule?.family ?? (JUDGED_TITLES.has(code) ? JUDGED_FAMILY : "coverage"),
    title: rule?.title ?? JUDGED_TITLES.get(code) ?? code,
    severity: decideShownSeverity(finding, verdict?.verdict ?? null),
    verdict: verdict === undefined ? null : verdictSchema.parse(verdict),
    fromTurn: finding.from,
    toTurn: finding.to,
    ...answerFindingFacts(finding),
    proof: { ...finding.proof, href: makeProofHref(sessionId, finding.proof) },
  };
}
