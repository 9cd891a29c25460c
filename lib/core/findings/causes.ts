import { groupBy } from "../group-by";
import { isCommand, plainToolName } from "../source/tool-words";
import type { Block } from "../trace/session";
import type { Finding } from "./rule/finding";

type Uncaused = Omit<Finding, "cause">;

/** A tool that goes round in circles or fails the same way again is one cause, whatever it was asked. */
const OF_A_TOOL: ReadonlySet<string> = new Set(["call.loop", "error.again"]);
const OF_CALLS: ReadonlySet<string> = new Set([...OF_A_TOOL, "call.duplicate"]);

/**
 * Findings in the order in which they matter, each with its cause: the id of the first finding that has the same one. What left
 * and was fetched again is one cause, a tool with its loops, and a loop with its duplicates. First come causes that changed what
 * the agent did, then those that cost most tokens, then the earlier ones. Notes come later, and what is only suspected last.
 *
 *     refetch   result:c1, 9,000 tokens    cause refetch
 *     silent    result:c1                  cause refetch, behind it, although another warning is earlier
 *     spike     4,000 tokens               cause spike
 */
export function orderByCause(
  blocks: ReadonlyMap<string, Pick<Block, "kind" | "toolName">>,
  findings: readonly Uncaused[],
): Finding[] {
  const causes = joinBySubject(findings, (finding) => listSubjects(blocks, finding)).map((own) => ({
    own: own.map((finding) => ({ own: [finding], weight: weighFindings([finding]) })).sort(compareByWeight),
    weight: weighFindings(own),
  }));
  return causes
    .map(({ own, weight }) => ({ own: own.flatMap((one) => one.own), weight }))
    .sort(compareByWeight)
    .flatMap(({ own }) => own.map((finding) => ({ ...finding, cause: own[0]?.id ?? finding.id })));
}

interface Weighed {
  readonly own: readonly Uncaused[];
  readonly weight: readonly number[];
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

/** The more, the earlier: whether it counts, broke something or warns; then the tokens that it cost; then how often. */
function weighFindings(own: readonly Uncaused[]): readonly number[] {
  const isAny = (severity: Uncaused["severity"]) => Number(own.some((one) => one.severity === severity));
  return [isAny("serious"), isAny("warning"), isAny("note"), sumOf(own, COSTS), sumOf(own, TIMES)];
}

const COSTS = ["tokens", "delta"];
const TIMES = ["calls", "attempts", "times", "occurrences", "turns"];

function sumOf(own: readonly Uncaused[], names: readonly string[]): number {
  return own.reduce((sum, { numbers }) => {
    const figures = names.flatMap((name) => numbers[name] ?? []);
    return sum + Math.max(0, figures[0] ?? 0);
  }, 0);
}

function compareByWeight(a: Weighed, b: Weighed): number {
  for (const [i, one] of a.weight.entries()) if (one !== b.weight[i]) return (b.weight[i] ?? 0) - one;
  const [first, other] = [a.own[0], b.own[0]];
  if (first === undefined || other === undefined) return 0;
  return first.from - other.from || first.code.localeCompare(other.code, "en");
}
