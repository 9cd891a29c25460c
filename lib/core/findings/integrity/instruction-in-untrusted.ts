import type { ForeignOrder } from "../../governance/foreign-orders";
import { foreignOrder } from "../../governance/foreign-orders";
import { withoutHarnessMarks } from "../../governance/harness-marks";
import { fullText } from "../../trace/fold/recording";
import { perSession } from "../rule/per-session";
import type { Case, FindingInput, FindingRule } from "../rule/rule";
import { nameOfBlock, shortWords } from "../rule/subject";

/** Marks that set foreign text apart from what the model is to follow. */
const ISOLATED =
  /<(untrusted|external|tool_output|document|data|search_result)[\w-]*[\s>]|\[(untrusted|external content)/i;
const READ_CHARS_MAX = 1_000_000;
const QUOTE_CHARS = 120;

interface Spoken {
  readonly number: number;
  readonly entered: number;
  readonly order: ForeignOrder;
  readonly isolated: boolean;
}

/** Every untrusted block with an order in it. */
const spokenIn = perSession(({ session, recording, index }: FindingInput): readonly Spoken[] =>
  session.blocks.flatMap((block, number): Spoken[] => {
    if (block.trust !== "untrusted") return [];
    const entered = index.life(number)[0]?.from ?? block.createdTurn;
    const whole = entered === null ? "" : (fullText(recording, block) ?? "");
    const text = withoutHarnessMarks(whole, session.meta.agent).slice(0, READ_CHARS_MAX);
    const order = text === "" ? null : foreignOrder(text);
    if (order === null || entered === null) return [];
    return [{ number, entered, order, isolated: ISOLATED.test(text.slice(0, order.at)) }];
  }),
);

/** Text from outside that gives the model orders, and whether anything sets it apart. */
export const instructionInUntrusted: FindingRule = {
  code: "trust.instruction_in_untrusted",
  family: "integrity",
  title: "Text from outside speaks to the model",
  severity: "serious",
  advice: "Set foreign text apart and label it as data; never let it reach the instruction layer.",
  source: "trust isolation: logs, pages and tool output are facts at most, never rules",
  *find(input) {
    for (const spoken of spokenIn(input))
      if (!spoken.order.quoted)
        yield {
          severity: spoken.isolated ? "warning" : "serious",
          ...caseOf(
            input,
            spoken,
            `contains "${wordsOf(spoken)}", ${spoken.isolated ? "within marks that set it apart" : "and nothing sets it apart"}`,
          ),
        };
  },
};

/** Text from outside that speaks about such orders and quotes one: an article on prompt injection, a test, a report. */
export const instructionQuoted: FindingRule = {
  code: "trust.instruction_quoted",
  family: "integrity",
  title: "Text from outside quotes an order to a model",
  severity: "note",
  advice: "Nothing to do where the text is what it seems; read it where the agent did as quoted.",
  source: "trust isolation: an article that quotes an injection is no attack, and is told apart from one",
  *find(input) {
    for (const spoken of spokenIn(input))
      if (spoken.order.quoted) yield caseOf(input, spoken, `quotes "${wordsOf(spoken)}" and speaks about it`);
  },
};

function wordsOf({ order }: Spoken): string {
  return shortWords(order.text, QUOTE_CHARS);
}

function caseOf(input: FindingInput, { number, entered, order, isolated }: Spoken, says: string): Case {
  const block = input.session.blocks[number]?.id ?? "";
  const name = nameOfBlock(input, number);
  return {
    from: entered,
    to: entered,
    blocks: [block],
    numbers: { isolated: isolated ? 1 : 0, position: order.at },
    sentence: `The ${name} that came into the window at turn ${entered} ${says}.`,
    proof: { view: "block", block },
  };
}
