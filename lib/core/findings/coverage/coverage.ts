import { formatCount, formatDigits } from "../../digits";
import type { Claim } from "../../proof/claim";
import type { Turn } from "../../trace/session";
import type { SourceKind } from "../../vocabulary";
import { classifyFallenTotals } from "../../window/fallen-totals";
import type { FindingCode } from "../kinds";
import { getFindingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";

interface Gap {
  readonly code: FindingCode;
  missing(input: FindingInput): readonly Turn[];
  /** The claims about windows that prove a gap, where it can be read from them. */
  readonly claims?: (first: Turn, last: Turn, missing: number) => readonly Claim[];
  readonly sentence: (missing: number, of: number, turns: readonly Turn[]) => string;
}

const selectTurns = (input: FindingInput, isMissing: boolean) => (isMissing ? input.session.turns : []);
const hasKind = ({ session }: FindingInput, kind: SourceKind) =>
  session.blocks.some((block) => block.kind === kind);
const ERROR_CHARS = 300;
const isCut = ({ completeness }: Turn) => completeness === "client_truncated";

const buildLackingClaims =
  (kind: SourceKind) =>
  ({ index: turn, window }: Turn): Claim[] =>
    window.known ? [{ is: "count", n: 0, of: { in: "window", turn, kind } }] : [];

const GAPS: readonly Gap[] = [
  {
    code: "coverage.no_usage",
    missing: ({ session }) => session.turns.filter(({ usage }) => usage?.input == null),
    sentence: (missing, of) =>
      `${formatDigits(missing)} of ${formatDigits(of)} calls have no usage: their sizes are estimated, and cost cannot be seen.`,
  },
  {
    code: "coverage.no_windows",
    missing: ({ session }) => session.turns.filter(({ window }) => !window.known),
    sentence: (missing, of) =>
      `The windows of ${formatDigits(missing)} of ${formatDigits(of)} calls are not known: what left them cannot be found.`,
  },
  {
    code: "coverage.inferred_windows",
    missing: ({ session }) =>
      session.turns.filter((turn) => turn.window.known && turn.windowProvenance === "inferred"),
    sentence: (missing, of) =>
      `${formatDigits(missing)} of ${formatDigits(of)} windows were rebuilt by the harness's rule; its departures from the rule cannot be seen.`,
  },
  {
    code: "coverage.window_in_doubt",
    missing: ({ session }) => {
      const doubtful = new Set(
        session.evictions.flatMap(({ turn, cause }) => (cause.doubt === null ? [] : turn)),
      );
      const { contradictions, rows } = classifyFallenTotals(session);
      const uncertain = new Set([...doubtful, ...contradictions.keys(), ...rows]);
      return session.turns.filter(({ index }) => uncertain.has(index));
    },
    sentence: (missing, of) =>
      `What stood in the window is not certain at ${formatDigits(missing)} of ${formatDigits(of)} calls: the provider counted otherwise than what the source lists. Nothing is concluded from what left or stood there.`,
  },
  {
    code: "coverage.reasoning_dropped",
    missing: ({ session }) => {
      const fell = new Set(classifyFallenTotals(session).reasoning.map(({ turn }) => turn));
      return session.turns.filter(({ index }) => fell.has(index));
    },
    sentence: (missing) =>
      `The provider's total fell at ${formatCount(missing, "user's message")}, although nothing left: probably because the provider drops the reasoning of the turn before.`,
  },
  {
    code: "coverage.no_system_prompt",
    missing: (input) => selectTurns(input, !hasKind(input, "system_rules")),
    claims: buildLackingClaims("system_rules"),
    sentence: () => "The system prompt was not recorded: constraints in it cannot be followed.",
  },
  {
    code: "coverage.no_tool_schemas",
    missing: (input) => selectTurns(input, !hasKind(input, "tool_schemas") && input.session.toolCalls > 0),
    claims: buildLackingClaims("tool_schemas"),
    sentence: () =>
      "The tools that the calls offered were not recorded: their share of the window is unknown.",
  },
  {
    code: "coverage.truncated_by_client",
    missing: ({ session }) => session.turns.filter(isCut),
    sentence: (missing, of) =>
      `Of ${formatDigits(missing)} of ${formatDigits(of)} calls the source holds only a part; what is missing there was not evicted.`,
  },
  {
    code: "coverage.call_failed",
    missing: ({ session }) => session.turns.filter(({ error }) => error !== null),
    claims: ({ index: from }, { index: to }, n) => [{ is: "count", n, of: { in: "failed", from, to } }],
    sentence: (failed, of, [first]) =>
      `${formatDigits(failed)} of ${formatDigits(of)} calls failed. Turn ${first?.index ?? 0}: ${(first?.error ?? "").slice(0, ERROR_CHARS)}`,
  },
];

/** One rule per missing signal, so that an absent finding is not mistaken for health. */
export const COVERAGE_RULES: readonly FindingRule[] = GAPS.map(({ code, missing, sentence, claims }) => ({
  ...getFindingKind(code),
  *find(input) {
    const turns = missing(input);
    const [first, last] = [turns[0], turns.at(-1)];
    if (first === undefined || last === undefined) return;
    yield {
      from: first.index,
      to: last.index,
      blocks: [],
      numbers: { missing: turns.length, calls: input.session.turns.length },
      sentence: sentence(turns.length, input.session.turns.length, turns),
      claims: claims?.(first, last, turns.length) ?? [],
      proof: { view: "overview", turn: first.index },
    };
  },
}));
