import type { Claim } from "../../proof/claim";
import { saidIndexOf } from "../../proof/said-index";
import { looksUp } from "../../source/looks-up";
import { isChange, isShell, plainToolName } from "../../source/tool-words";
import { fullText } from "../../trace/fold/recording";
import type { SourceKind } from "../../vocabulary";
import { findingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { nameOfBlock } from "../rule/subject";
import type { ForeignOrder } from "./instruction-in-untrusted";
import { foreignOrders } from "./instruction-in-untrusted";

/** Where something can be sent or written: a page, a mail address, a path, an account. */
const TARGET =
  /https?:\/\/[^\s"'<>()[\]{}\\`|]{4,200}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}|(?:[\w.@~-]{1,80})?(?:\/[\w.@~+-]{1,120}){1,20}|\b(?=[A-Z\d-]{0,30}\d{4})[A-Z\d][A-Z\d-]{6,40}\b/g;
const TARGETS_MAX = 50;
const TEXT_CHARS_READ = 200_000;
const OWN: ReadonlySet<SourceKind> = new Set(["assistant_text", "thinking", "tool_call", "plan"]);

/**
 * A call that acts on what only a foreign text with orders names: it sends, pays, writes or publishes to an address, a path or an
 * account that no user, no rule and no other text had named. A call that reads is none, whatever it reads.
 */
export const instructionFollowed: FindingRule = {
  ...findingKind("trust.instruction_followed"),
  *find(input) {
    const { session, recording, index } = input;
    const said = saidIndexOf(recording);
    const first = session.turns[0]?.index ?? 0;
    for (const order of foreignOrders(input)) {
      yield undefined;
      if (order === undefined) continue;
      const { number, block, entered } = order;
      const targets = targetsIn(input, order);
      if (targets.length === 0) continue;
      yield* said.prepareInSteps(targets);
      for (const target of targets) {
        yield undefined;
        const sayers = said.sayersOf(target);
        const use = sayers.find(({ block: no }) => isActAfter(input, no, entered));
        const made = session.blocks[use?.block ?? -1];
        if (made?.createdTurn == null) continue;
        const turn = made.createdTurn;
        const others = sayers.filter(({ block: no }) => {
          const one = session.blocks[no];
          const since = index.life(no)[0]?.from ?? Infinity;
          return no !== number && one !== undefined && !OWN.has(one.kind) && since <= turn;
        });
        if (others.length > 0) continue;
        yield {
          from: entered,
          to: turn,
          blocks: [made.id, block.id],
          numbers: { turns: turn - entered },
          sentence: `The ${nameOfBlock(input, use?.block ?? -1)} of turn ${turn} acts on "${target}", which only the ${nameOfBlock(input, number)} named; it came from outside at turn ${entered} and speaks to the model.`,
          proof: { view: "block", block: block.id, value: target },
          claims: claimsOf({ target, turn, use: made.id, order, first }),
        };
        break;
      }
    }
  },
};

function claimsOf(of: {
  readonly target: string;
  readonly turn: number;
  readonly use: string;
  readonly order: ForeignOrder;
  readonly first: number;
}): Claim[] {
  const { block, entered } = of.order;
  return [
    { is: "present", value: of.target, turn: entered, block: block.id },
    {
      is: "count",
      n: 1,
      of: { in: "window", turn: entered, block: block.id, trust: "untrusted" },
    },
    { is: "used", value: of.target, turn: of.turn, block: of.use },
    ...(entered > of.first
      ? [{ is: "absent" as const, value: of.target, turn: of.first, until: entered - 1 }]
      : []),
  ];
}

function targetsIn({ recording }: FindingInput, { block }: ForeignOrder): string[] {
  const text = (fullText(recording, block) ?? "").slice(0, TEXT_CHARS_READ);
  const found = (text.match(TARGET) ?? []).map((one) => one.replace(/(?<![.,:;!?])[.,:;!?]+$/, ""));
  return [...new Set(found)].filter(({ length }) => length >= 6).slice(0, TARGETS_MAX);
}

/** Whether a block is a call that was made after a turn began and does more than look something up. */
function isActAfter({ session, recording }: FindingInput, number: number, entered: number): boolean {
  const block = session.blocks[number];
  if (block?.kind !== "tool_call" || block.createdTurn === null || block.createdTurn < entered) return false;
  const args = fullText(recording, block) ?? "";
  const name = plainToolName(block.toolName);
  return isChange(name, args) || (isShell(name) && !looksUp(block.toolName, args));
}
