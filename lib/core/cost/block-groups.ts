import type { FileAct } from "../evidence/file-acts";
import type { Session } from "../trace/session";
import type { Tokens } from "../units";
import type { BlockBill } from "./bill-parts";
import type { LabelledBlock } from "./block-label";
import { LABEL_CHARS_MAX } from "./block-label";
import { toMoney } from "./money";

/** What all blocks of one name cost together: of a tool, a file or a kind. Money is in the currency. */
export interface CostGroup {
  readonly name: string;
  readonly blocks: number;
  readonly tokens: Tokens;
  readonly cost: number;
  readonly new: number;
  readonly carried: number;
  readonly rewritten: number;
  readonly costAfterLastUse: number;
}

const GROUPS_MAX = 200;

/** Sums of bills of blocks by a name, the dearest first. A block without a name is in no group. */
export function groupBlockCosts(
  { blocks }: Session,
  bills: readonly BlockBill[],
  nameOf: (block: LabelledBlock, number: number) => string | null,
): CostGroup[] {
  const groups = new Map<string, { -readonly [Field in keyof CostGroup]: CostGroup[Field] }>();
  for (const bill of bills) {
    const block = blocks[bill.block];
    const name = block === undefined ? null : nameOf(block, bill.block);
    if (name === null) continue;
    const none = { blocks: 0, tokens: 0, cost: 0, new: 0, carried: 0, rewritten: 0, costAfterLastUse: 0 };
    const group = groups.get(name) ?? { name, ...none };
    groups.set(name, group);
    group.blocks++;
    group.tokens += bill.tokens;
    group.cost += toMoney(sumLifeCost(bill));
    group.new += toMoney(bill.new);
    group.carried += toMoney(bill.carried);
    group.rewritten += toMoney(bill.rewritten);
    group.costAfterLastUse += toMoney(bill.afterLastUse);
  }
  return [...groups.values()].sort((a, b) => b.cost - a.cost).slice(0, GROUPS_MAX);
}

/** What a block cost over its life, in money units. */
export function sumLifeCost(bill: BlockBill): number {
  return bill.new + bill.carried + bill.rewritten;
}

/** The tool of a call or a result; the schema of a tool belongs to the floor. */
export function findToolOfBlock({ kind, toolName }: LabelledBlock): string | null {
  return kind === "tool_call" || kind === "tool_result" ? toolName : null;
}

/** The file of each block. A patch of several files counts for the first. */
export function indexFilesOfBlocks(acts: readonly FileAct[]): ReadonlyMap<number, string> {
  const files = new Map<number, string>();
  for (const { block, path } of acts)
    if (!files.has(block)) files.set(block, path.slice(0, LABEL_CHARS_MAX).toWellFormed());
  return files;
}
