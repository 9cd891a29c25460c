import { groupBy } from "../group-by";
import { measureHarm, weighSeverities } from "./harm";
import { sortHarm } from "./harm-sort";
import { findKindWithCode } from "./kinds";
import { isCommand, plainToolName } from "../source/tool-words";
import type { Block } from "../trace/session";
import type { Finding } from "./rule/finding";

type Uncaused = Omit<Finding, "cause">;

/** A tool that goes round in circles or fails the same way again is one cause, whatever it was asked. */
const OF_A_TOOL: ReadonlySet<string> = new Set(["call.loop", "error.again", "call.failed_again"]);
const OF_CALLS: ReadonlySet<string> = new Set([...OF_A_TOOL, "call.duplicate"]);

/**
 * Findings in the order in which they matter, each with its cause: the id of the first finding that has the same one. What left
 * and was fetched again is one cause, a tool with its loops, and a loop with its duplicates. First comes one cause of each sort of
 * harm (see {@link sortHarm}), then the second of each, and so on: what is told first is not the same thing several times. In each
 * of these rounds, as in each sort, first come causes that broke or cost most (see {@link measureHarm}), of equals those with more
 * findings, then the earlier ones. Notes follow in the same order, and what is only suspected comes last.
 *
 *     refetch   result:c1, 9,000 tokens    lost     cause refetch
 *     silent    result:c1                           cause refetch, behind it, although another warning is earlier
 *     spike     4,000 tokens               wasted   cause spike
 *     refetch   result:c7, 6,000 tokens    lost     the second of its sort
 */
export function orderByCause(
  blocks: ReadonlyMap<string, Pick<Block, "kind" | "toolName">>,
  turnTokens: number | null,
  findings: readonly Uncaused[],
): Finding[] {
  const weigh = (own: readonly Uncaused[]): Weighed => ({ own, harm: measureHarm(own, turnTokens) });
  const causes = joinBySubject(findings, (finding) => listSubjects(blocks, finding))
    .map((own) => {
      const sorted = own.map((finding) => weigh([finding])).sort(compareByHarm);
      return { ...weigh(own), own: sorted.flatMap((one) => one.own) };
    })
    .sort(compareByHarm);
  return [...dealBySort(causes.filter(isCounting)), ...causes.filter((one) => !isCounting(one))].flatMap(
    ({ own }) => own.map((finding) => ({ ...finding, cause: own[0]?.id ?? finding.id })),
  );
}

/** The first of each sort, then the second of each. Calls of the model that failed take no place of what the agent did. */
function dealBySort(causes: readonly Weighed[]): Weighed[] {
  const told = new Map<string, number>();
  const rounds = groupBy(causes, ({ own: [lead] }) => {
    const sort = lead === undefined || isOfSource(lead) ? "" : sortHarm(lead);
    const round = told.get(sort) ?? 0;
    told.set(sort, round + 1);
    return round;
  });
  return [...rounds].sort(([a], [b]) => a - b).flatMap(([, own]) => own);
}

/** Whether it is more than a note. */
function isCounting({ own }: Weighed): boolean {
  return own.some(
    ({ standing, severity }) => standing !== "suspected" && severity !== null && severity !== "note",
  );
}

interface Weighed {
  readonly own: readonly Uncaused[];
  readonly harm: number;
}

/** Sets of findings that share a subject, directly or by way of others. */
function joinBySubject(
  findings: readonly Uncaused[],
  subjects: (finding: Uncaused) => readonly string[],
): Uncaused[][] {
  const parents = findings.map((_, i) => i);
  const findRoot = (no: number): number => {
    let root = no;
    while (parents[root] !== root) root = parents[root] ?? root;
    for (let at = no; at !== root;) [at, parents[at]] = [parents[at] ?? root, root];
    return root;
  };
  const first = new Map<string, number>();
  for (const [no, finding] of findings.entries())
    for (const subject of subjects(finding)) {
      const known = first.get(subject);
      if (known === undefined) first.set(subject, no);
      else parents[findRoot(no)] = findRoot(known);
    }
  return [...groupBy(findings.keys(), findRoot).values()].map((own) =>
    own.flatMap((no) => findings[no] ?? []),
  );
}

/** What a finding is about: what left, a call, or a tool. Only what is proved has a cause with others. */
function listSubjects(
  known: ReadonlyMap<string, Pick<Block, "kind" | "toolName">>,
  { code, standing, blocks, claims }: Uncaused,
): string[] {
  if (standing !== "proved") return [];
  if (!OF_CALLS.has(code))
    return claims.flatMap((claim) => (claim.is === "left" ? `left ${claim.block}` : []));
  const calls = blocks.filter((id) => known.get(id)?.kind === "tool_call");
  const tool = known.get(calls[0] ?? "")?.toolName ?? null;
  const isOfTool = OF_A_TOOL.has(code) && tool !== null && !isCommand(plainToolName(tool));
  return [...calls.map((id) => `call ${id}`), ...(isOfTool ? [`tool ${tool}`] : [])];
}

function compareByHarm(a: Weighed, b: Weighed): number {
  const [first, other] = [a.own[0], b.own[0]];
  if (a.harm !== b.harm || first === undefined || other === undefined) return b.harm - a.harm;
  return (
    weighSeverities(b.own) - weighSeverities(a.own) ||
    rankSourceNote(first) - rankSourceNote(other) ||
    first.from - other.from ||
    first.code.localeCompare(other.code, "en")
  );
}

/** What a source cannot show harmed nobody. */
function rankSourceNote({ code, severity }: Uncaused): number {
  return Number(severity === "note" && isOfSource({ code }));
}

function isOfSource({ code }: Pick<Uncaused, "code">): boolean {
  return findKindWithCode(code)?.family === "coverage";
}
