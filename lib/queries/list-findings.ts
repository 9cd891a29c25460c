import { z } from "zod";
import type { FindingResult, getGate, listFindings as route } from "@/lib/api/endpoints/findings";
import { findingSchema, signalSchema } from "@/lib/api/endpoints/findings";
import { FINDING_KINDS } from "@/lib/core/findings/kinds";
import type { Contract, CountedFinding } from "@/lib/core/findings/gate";
import { DEFAULT_CONTRACT, isContract, judge, readContract } from "@/lib/core/findings/gate";
import type { Database } from "@/lib/db/client";
import { currentStamp } from "@/lib/pipeline/analyse/finding-settings";
import { SEVERITY } from "@/lib/db/derived/codes";
import type { Finding as FindingRow, Session as SessionRow } from "@/lib/db/generated/client";
import { publicId } from "@/lib/db/session-id";
import { AppError } from "@/lib/errors";
import { proofHref } from "@/lib/view/findings/links";
import { findAnalysed } from "./find-analysed";

export type FindingList = z.output<(typeof route)["response"]>;
export type GateReport = z.output<(typeof getGate)["response"]>;

const RULES = new Map(FINDING_KINDS.map((rule) => [rule.code, rule]));

const countsColumn = z.record(z.string(), z.int()).catch({});
const signalsColumn = z.array(signalSchema).catch([]);
const bodyColumn = findingSchema.pick({ blocks: true, numbers: true, sentence: true, advice: true }).extend({
  proof: findingSchema.shape.proof
    .omit({ href: true })
    .partial({ turn: true, block: true, compaction: true, value: true }),
});

/** What went wrong in a session, as far as it is analysed, and which rules its source can support. */
export async function listFindings(
  db: Database,
  project: string,
  id: string,
  { code, family, severity, limit, offset }: z.output<(typeof route)["query"]>,
): Promise<FindingList> {
  const { row } = await findAnalysed(db, project, id);
  const { sessionId } = row;
  const codes = family === undefined ? null : FINDING_KINDS.filter((rule) => rule.family === family);
  const where = {
    sessionId,
    ...(severity !== undefined && { severity: SEVERITY.of(severity) }),
    AND: [
      code === undefined ? {} : { code },
      codes === null ? {} : { code: { in: codes.map((rule) => rule.code) } },
    ],
  };
  const [rows, total, listed] = await Promise.all([
    db.finding.findMany({ where, orderBy: { no: "asc" }, take: limit, skip: offset }),
    db.finding.count({ where }),
    db.finding.groupBy({
      by: ["code"],
      where: { sessionId },
      _count: { _all: true },
      orderBy: { code: "asc" },
    }),
  ]);
  const byCode = countsColumn.parse(row.findingsByCode ?? {});
  return {
    analysedUpTo: analysedUpTo(row, await currentStamp(db, project)),
    findings: rows.map((finding) => findingOf(publicId(sessionId), finding)),
    total,
    byCode,
    bySeverity: countsColumn.parse(row.findingsBySeverity ?? {}),
    unlisted: unlistedOf(byCode, new Map(listed.map(({ code: of, _count }) => [of, _count._all]))),
    coverage: signalsColumn.parse(row.coverage ?? []),
  };
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
  const contract = contractOf(contractText);
  const { row } = await findAnalysed(db, project, id);
  const counts = {
    byCode: countsColumn.parse(row.findingsByCode ?? {}),
    bySeverity: countsColumn.parse(row.findingsBySeverity ?? {}),
  };
  const signals = signalsColumn.parse(row.coverage ?? []);
  const first = judge(counts, signals, contract);
  const result =
    first.verdict === "fail" ? judge(counts, signals, contract, await listedOf(db, row.sessionId)) : first;
  const upTo = analysedUpTo(row, await currentStamp(db, project));
  const isBroken = upTo.thresholds === "current" && result.verdict === "fail";
  return {
    verdict: upTo.done || isBroken ? result.verdict : "unknown",
    analysedUpTo: upTo,
    limits: result.limits.map((limit) => ({ ...limit, examples: [...limit.examples] })),
    missing: [...result.missing],
  };
}

const LISTED_MAX = 2_000;

async function listedOf(db: Database, sessionId: string): Promise<CountedFinding[]> {
  const rows = await db.finding.findMany({
    where: { sessionId },
    orderBy: { no: "asc" },
    take: LISTED_MAX,
    select: { code: true, severity: true, fromTurn: true },
  });
  return rows.map(({ code, severity, fromTurn }) => ({
    code,
    severity: SEVERITY.word(severity),
    turn: fromTurn,
  }));
}

function contractOf(text: string | undefined): Contract {
  if (text === undefined) return DEFAULT_CONTRACT;
  const read = readContract(text);
  if (isContract(read)) return read;
  const problems = read.map(({ path, message }) => ({
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

function analysedUpTo(
  { analysedSeq, analysedTurn, lastSeq, findingsStamp }: SessionRow,
  stamp: string,
): FindingList["analysedUpTo"] {
  const isCurrent = analysedSeq === 0 || findingsStamp === stamp;
  return {
    asOfTurn: analysedTurn,
    events: analysedSeq,
    received: lastSeq,
    thresholds: isCurrent ? "current" : "earlier",
    done: isCurrent && analysedSeq === lastSeq,
  };
}

function unlistedOf(byCode: Record<string, number>, listed: ReadonlyMap<string, number>) {
  const beyond = Object.entries(byCode).map(([code, n]) => [code, n - (listed.get(code) ?? 0)] as const);
  return Object.fromEntries(beyond.filter(([, n]) => n > 0));
}

function findingOf(sessionId: string, row: FindingRow): FindingResult {
  const rule = RULES.get(row.code);
  const { proof, ...body } = bodyColumn.parse(row.body);
  const place = {
    view: proof.view,
    turn: proof.turn ?? null,
    block: proof.block ?? null,
    compaction: proof.compaction ?? null,
    value: proof.value ?? null,
  };
  return {
    code: row.code,
    family: rule?.family ?? "coverage",
    title: rule?.title ?? row.code,
    severity: SEVERITY.word(row.severity),
    fromTurn: row.fromTurn,
    toTurn: row.toTurn,
    ...body,
    proof: { ...place, href: proofHref(sessionId, place) },
  };
}
