import type { ForeignOrder } from "../../governance/foreign-orders";
import { foreignOrder } from "../../governance/foreign-orders";
import { withoutHarnessMarks } from "../../governance/harness-marks";
import { fullText } from "../../trace/fold/recording";
import { findingKind } from "../kinds";
import { perSession } from "../rule/per-session";
import type { Case, FindingInput, FindingRule } from "../rule/rule";
import { nameOfBlock, shortWords } from "../rule/subject";

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

/** Limits the search in texts that only repeat the model's own orders. */
const ORDERS_READ_MAX = 20;
const FOLLOWING_CHARS = 12;
const CUT_OFF = /\.{2,}|…|["\\\n]/;

const spokenIn = perSession((input: FindingInput): readonly Spoken[] => {
  const { session, recording, index } = input;
  const own = ownWords(input);
  return session.blocks.flatMap((block, number): Spoken[] => {
    if (block.trust !== "untrusted") return [];
    const entered = index.life(number)[0]?.from ?? block.createdTurn;
    const whole = entered === null ? "" : (fullText(recording, block) ?? "");
    const text = withoutHarnessMarks(whole, session.meta.agent).slice(0, READ_CHARS_MAX);
    const order = text === "" || entered === null ? null : orderIn(text, (words) => own(words, entered));
    if (order === null || entered === null) return [];
    return [{ number, entered, order, isolated: ISOLATED.test(text.slice(0, order.at)) }];
  });
});

/** The first order that is not the model's own. A quoted one counts where there is no other. */
function orderIn(text: string, isOwn: (words: string) => boolean): ForeignOrder | null {
  let rest = text;
  for (let i = 0; i < ORDERS_READ_MAX; i++) {
    const order = foreignOrder(rest);
    if (order === null) return null;
    const at = rest.indexOf(order.text);
    const end = at + order.text.length;
    const [following = ""] = rest.slice(end, end + FOLLOWING_CHARS).split(CUT_OFF, 1);
    if (at < 0 || !isOwn(order.text + following)) return order;
    rest = `${rest.slice(0, at)}${" ".repeat(order.text.length)}${rest.slice(end)}`;
  }
  return null;
}

function ownWords({ session, recording }: FindingInput): (words: string, before: number) => boolean {
  const plain = (text: string) => text.replace(/\\[nrt"]|\s+/g, " ");
  let own: readonly { readonly turn: number; readonly text: string }[] | null = null;
  return (words, before) => {
    own ??= session.blocks.flatMap((block) => {
      if (block.kind !== "assistant_text" && block.kind !== "tool_call") return [];
      if (block.createdTurn === null) return [];
      const text = (fullText(recording, block) ?? "").slice(0, READ_CHARS_MAX);
      return [{ turn: block.createdTurn, text: plain(text) }];
    });
    const wanted = plain(words).trim();
    return own.some(({ turn, text }) => turn < before && text.includes(wanted));
  };
}

export const instructionInUntrusted: FindingRule = {
  ...findingKind("trust.instruction_in_untrusted"),
  *find(input) {
    for (const spoken of spokenIn(input))
      if (!spoken.order.quoted)
        yield {
          ...caseOf(
            input,
            spoken,
            `contains "${wordsOf(spoken)}", ${spoken.isolated ? "within marks that set it apart" : "and nothing sets it apart"}`,
          ),
        };
  },
};

export const instructionQuoted: FindingRule = {
  ...findingKind("trust.instruction_quoted"),
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
    proof: { view: "block", block, value: order.text },
  };
}
