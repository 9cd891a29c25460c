import { digits } from "../../digits";
import type { Turn } from "../../trace/session";
import type { SourceKind } from "../../vocabulary";
import type { FindingInput, FindingRule } from "../rule/rule";

/** What a source can fail to show, and what then cannot be found. */
interface Gap {
  readonly code: string;
  readonly title: string;
  readonly advice: string;
  /** The turns in which it is missing. */
  missing(input: FindingInput): readonly Turn[];
  readonly sentence: (missing: number, of: number) => string;
}

const all = (input: FindingInput, isMissing: boolean) => (isMissing ? input.session.turns : []);
const hasKind = ({ session }: FindingInput, kind: SourceKind) =>
  session.blocks.some((block) => block.kind === kind);
const isCut = ({ completeness }: Turn) => completeness === "client_truncated";

const GAPS: readonly Gap[] = [
  {
    code: "coverage.no_usage",
    title: "The source reports no usage",
    advice: "Record the usage that the provider returns with every response.",
    missing: ({ session }) => session.turns.filter(({ usage }) => usage?.input == null),
    sentence: (missing, of) =>
      `${digits(missing)} of ${digits(of)} calls have no usage: their sizes are estimated, and cost cannot be seen.`,
  },
  {
    code: "coverage.no_windows",
    title: "The source does not say what stood in the window",
    advice: "Record the request's messages, or their ids, with every call.",
    missing: ({ session }) => session.turns.filter(({ window }) => !window.known),
    sentence: (missing, of) =>
      `The windows of ${digits(missing)} of ${digits(of)} calls are not known: what left them cannot be found.`,
  },
  {
    code: "coverage.inferred_windows",
    title: "Windows are rebuilt, not recorded",
    advice:
      "Record what was sent with every call, so that nothing has to be inferred from the harness's rule.",
    missing: ({ session }) =>
      session.turns.filter(({ window }) => window.known && window.provenance === "inferred"),
    sentence: (missing, of) =>
      `${digits(missing)} of ${digits(of)} windows were rebuilt by the harness's rule; its departures from the rule cannot be seen.`,
  },
  {
    code: "coverage.no_system_prompt",
    title: "The system prompt is not in the source",
    advice: "Record the system prompt: constraints that stand only there are not followed otherwise.",
    missing: (input) => all(input, !hasKind(input, "system_rules")),
    sentence: () => "The system prompt was not recorded: constraints in it cannot be followed.",
  },
  {
    code: "coverage.no_tool_schemas",
    title: "The tool schemas are not in the source",
    advice: "Record the tools that each request offers.",
    missing: (input) => all(input, !hasKind(input, "tool_schemas") && input.session.toolCalls > 0),
    sentence: () =>
      "The tools that the calls offered were not recorded: their share of the window is unknown.",
  },
  {
    code: "coverage.truncated_by_client",
    title: "The client cut content off before sending it",
    advice: "Raise the client's limit on attribute or body length.",
    missing: ({ session }) => session.turns.filter(isCut),
    sentence: (missing, of) =>
      `Of ${digits(missing)} of ${digits(of)} calls the source holds only a part; what is missing there was not evicted.`,
  },
];

/** One rule for each thing that a source can fail to show, so that an absent finding is not mistaken for health. */
export const COVERAGE_RULES: readonly FindingRule[] = GAPS.map(
  ({ code, title, advice, missing, sentence }) => ({
    code,
    family: "coverage",
    title,
    severity: "note",
    advice,
    source: "coverage of the session's own source, signal by signal",
    *find(input) {
      const turns = missing(input);
      const [first, last] = [turns[0], turns.at(-1)];
      if (first === undefined || last === undefined) return;
      yield {
        from: first.index,
        to: last.index,
        blocks: [],
        numbers: { missing: turns.length, calls: input.session.turns.length },
        sentence: sentence(turns.length, input.session.turns.length),
        proof: { view: "overview", turn: first.index },
      };
    },
  }),
);
