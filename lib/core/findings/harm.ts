import { groupBy } from "../group-by";
import type { Session } from "../trace/session";
import { findKindWithCode } from "./kinds";
import type { Finding, Severity } from "./rule/finding";

type Harmful = Pick<Finding, "code" | "numbers" | "severity" | "standing">;

/** What changed what the agent did weighs as ten warnings that took as much, and a warning as ten notes. */
const WEIGHTS: Readonly<Record<Severity, number>> = { serious: 10, warning: 1, note: 0.1 };

/**
 * What findings of one cause broke and cost together, in turns: the calls that failed or were made in vain, and the tokens that
 * were paid for nothing as parts of a turn; at least one turn. The gravest of them weighs it. 0 for what is only suspected.
 * Two kinds that tell of the same calls, such as a loop and its duplicates, count once, as the larger of both.
 *
 *     call.loop        94 calls                                serious   10 × 94
 *     cache.broken     650,000 tokens, 65,000 in a turn        warning    1 × 10
 *     error.again      2 attempts                              warning    1 × 2
 *
 * @param turnTokens see {@link countTurnTokens}
 */
export function measureHarm(findings: readonly Harmful[], turnTokens: number | null): number {
  const provedFindings = findings.filter(({ standing }) => standing !== "suspected");
  const weight = Math.max(
    0,
    ...provedFindings.map(({ severity }) => (severity === null ? 0 : WEIGHTS[severity])),
  );
  const kinds = [...groupBy(provedFindings, ({ code }) => code)].map(([code, cases]) => {
    const { calls = [], tokens = [] } = findKindWithCode(code)?.harm ?? {};
    return { calls: sumOf(cases, calls), tokens: sumOf(cases, tokens) };
  });
  const calls = Math.max(0, ...kinds.map((kind) => kind.calls));
  const tokens = Math.max(0, ...kinds.map((kind) => kind.tokens));
  const paid = turnTokens === null || turnTokens <= 0 ? Math.sign(tokens) : tokens / turnTokens;
  return weight * Math.max(1, calls + paid);
}

/** What findings weigh by their severity alone: of causes that took as much, the one with more to tell. */
export function weighSeverities(findings: readonly Harmful[]): number {
  return findings.reduce((sum, { severity }) => sum + (severity === null ? 0 : WEIGHTS[severity]), 0);
}

/** The tokens of a window on average; `null` where none is known. */
export function countTurnTokens({ turns }: Pick<Session, "turns">): number | null {
  const windowTokens = turns.flatMap(({ window }) => window.tokens.value ?? []);
  return windowTokens.length === 0
    ? null
    : windowTokens.reduce((sum, tokens) => sum + tokens, 0) / windowTokens.length;
}

function sumOf(findings: readonly Harmful[], names: readonly string[]): number {
  return findings.reduce((sum, { numbers }) => {
    const [figure = 0] = names.flatMap((name) => numbers[name] ?? []);
    return sum + Math.max(0, figure);
  }, 0);
}
