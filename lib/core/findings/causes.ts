import { groupBy } from "../group-by";
import { measureHarm, weighSeverities } from "./harm";
import { sortHarm } from "./harm-sort";
import { findKindWithCode } from "./kinds";
import { isCommand, plainToolName } from "../source/tool-words";
import type { Block } from "../trace/session";
import type { Finding } from "./rule/finding";

type Uncaused = Omit<Finding, "cause">;

/**
 * Codes of which all findings of one tool are one cause: a tool that goes round in circles or fails the same way again, whatever
 * it was asked.
 */
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
  const weigh = (group: readonly Uncaused[]): Weighed => ({
    own: group,
    harm: measureHarm(group, turnTokens),
  });
  const causes = joinBySubject(findings, (finding) => listSubjects(blocks, finding))
    .map((group) => {
      const sorted = group.map((finding) => weigh([finding])).sort(compareByHarm);
      return { ...weigh(group), own: sorted.flatMap((weighed) => weighed.own) };
    })
    .sort(compareByHarm);
  return [
    ...dealBySort(causes.filter(isCounting)),
    ...causes.filter((weighed) => !isCounting(weighed)),
  ].flatMap(({ own }) => own.map((finding) => ({ ...finding, cause: own[0]?.id ?? finding.id })));
}

/** The first of each sort, then the second of each. Calls of the model that failed take no place of what the agent did. */
function dealBySort(causes: readonly Weighed[]): Weighed[] {
  const roundBySort = new Map<string, number>();
  const rounds = groupBy(causes, ({ own: [lead] }) => {
    const sort = lead === undefined || isOfSource(lead) ? "" : sortHarm(lead);
    const round = roundBySort.get(sort) ?? 0;
    roundBySort.set(sort, round + 1);
    return round;
  });
  return [...rounds].sort(([a], [b]) => a - b).flatMap(([, group]) => group);
}

/** Whether the gravest finding of a cause is more than a note. */
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
      const firstNo = first.get(subject);
      if (firstNo === undefined) first.set(subject, no);
      else parents[findRoot(no)] = findRoot(firstNo);
    }
  return [...groupBy(findings.keys(), findRoot).values()].map((numbers) =>
    numbers.flatMap((no) => findings[no] ?? []),
  );
}

/** The subjects of a finding: blocks that left, a call, or a tool. Only a proved finding shares its cause with others. */
function listSubjects(
  blocksById: ReadonlyMap<string, Pick<Block, "kind" | "toolName">>,
  { code, standing, blocks, claims }: Uncaused,
): string[] {
  if (standing !== "proved") return [];
  if (!OF_CALLS.has(code))
    return claims.flatMap((claim) => (claim.is === "left" ? `left ${claim.block}` : []));
  const calls = blocks.filter((id) => blocksById.get(id)?.kind === "tool_call");
  const tool = blocksById.get(calls[0] ?? "")?.toolName ?? null;
  const isOfTool = OF_A_TOOL.has(code) && tool !== null && !isCommand(plainToolName(tool));
  return [...calls.map((id) => `call ${id}`), ...(isOfTool ? [`tool ${tool}`] : [])];
}

function compareByHarm(a: Weighed, b: Weighed): number {
  const [first, second] = [a.own[0], b.own[0]];
  if (a.harm !== b.harm || first === undefined || second === undefined) return b.harm - a.harm;
  return (
    weighSeverities(b.own) - weighSeverities(a.own) ||
    rankSourceNote(first) - rankSourceNote(second) ||
    first.from - second.from ||
    first.code.localeCompare(second.code, "en")
  );
}

/** The rank of a note about the source, which comes last: a missing signal harmed nobody. */
function rankSourceNote({ code, severity }: Uncaused): number {
  return Number(severity === "note" && isOfSource({ code }));
}

function isOfSource({ code }: Pick<Uncaused, "code">): boolean {
  return findKindWithCode(code)?.family === "coverage";
}
