import { orderIn } from "../../proof/order-in";
import { makeOnceInSteps } from "../../once";
import type { InSteps } from "../../steps";
import { readFullText } from "../../trace/fold/recording";
import type { Block } from "../../trace/session";
import type { TurnIndex } from "../../units";
import { getFindingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { nameOfBlock, shortenWords } from "../rule/subject";

const READ_CHARS_MAX = 1_000_000;
const QUOTE_CHARS = 120;
export const instructionInUntrusted: FindingRule = {
  ...getFindingKind("trust.instruction_in_untrusted"),
  *find(input) {
    for (const order of yield* listForeignOrders.inSteps(input)) {
      const { number, block, entered, text, at } = order;
      yield {
        from: entered,
        to: entered,
        blocks: [block.id],
        numbers: { position: at },
        sentence: `The ${nameOfBlock(input, number)} that came into the window at turn ${entered} contains "${shortenWords(text, QUOTE_CHARS)}".`,
        proof: { view: "block", block: block.id, value: text },
      };
    }
  },
};

/** A text from outside that seems to give the model orders, and what it says. */
export interface ForeignOrder {
  readonly number: number;
  readonly block: Block;
  readonly entered: TurnIndex;
  readonly text: string;
  readonly at: number;
}

/** Read from prose, once for all rules that ask. A block per step. */
export const listForeignOrders = makeOnceInSteps(
  function* (input: FindingInput): InSteps<readonly ForeignOrder[]> {
    const orders: ForeignOrder[] = [];
    for (const order of findForeignOrders(input))
      if (order === undefined) yield;
      else orders.push(order);
    return orders;
  },
  ({ session }) => session,
);

function* findForeignOrders(input: FindingInput): Generator<ForeignOrder | undefined> {
  const isOwn = makeOwnWordsCheck(input);
  for (const [number, block] of input.session.blocks.entries()) {
    yield undefined;
    if (block.trust !== "untrusted") continue;
    const entered = input.index.listResidencies(number)[0]?.from ?? block.createdTurn;
    const order = entered === null ? null : orderIn(readFullText(input.recording, block) ?? "");
    if (entered === null || order === null || isOwn(order.text, entered)) continue;
    yield { number, block, entered, text: order.text, at: order.at };
  }
}

/** Text that only gives back what the model wrote before, as when it reads its own file. */
function makeOwnWordsCheck({ session, recording }: FindingInput): (words: string, before: number) => boolean {
  let ownTexts: readonly { readonly turn: number; readonly text: string }[] | null = null;
  const first = new Map<string, number>();
  return (words, before) => {
    const firstTurn = first.get(words);
    if (firstTurn !== undefined) return firstTurn < before;
    ownTexts ??= session.blocks.flatMap((block) =>
      (block.kind === "assistant_text" || block.kind === "tool_call") && block.createdTurn !== null
        ? [{ turn: block.createdTurn, text: (readFullText(recording, block) ?? "").slice(0, READ_CHARS_MAX) }]
        : [],
    );
    const saying = ownTexts.filter(({ text }) => text.includes(words)).map(({ turn }) => turn);
    const turn = saying.reduce((least, ownTurn) => Math.min(least, ownTurn), Infinity);
    first.set(words, turn);
    return turn < before;
  };
}
