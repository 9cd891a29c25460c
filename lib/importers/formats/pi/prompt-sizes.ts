import { Calibrator } from "@/lib/core/tokens/calibrate";
import { countTokens, getTokenizer } from "@/lib/core/tokens/tokenizer";
import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { Tokens } from "@/lib/core/units";
import type { CallNode, Node } from "./node";
import { isCalledAgain } from "./node";

const GROWTHS_MAX = 40;

export interface Prediction {
  readonly tokens: Tokens;
  readonly model: string | undefined;
}

/**
 * The expected size of a prompt at the end of a path: the measured prompt of the last call on it, its answer,
 * and an estimate of what came after. So a file's totals show what a call was given.
 */
export class PromptSizes {
  /**
   * The part of a call's total that its path explains. It is less than all when something unrecorded was
   * sent.
   */
  private readonly accounted = new Map<string, Tokens>();
  private readonly counts = new Map<string, Tokens>();
  private readonly growths: { blocks: readonly BlockStatement[]; measured: Tokens }[] = [];

  estimate(blocks: readonly BlockStatement[]): Tokens {
    return Math.round(this.count(blocks) * this.factor());
  }

  predict(path: readonly Node[], left: ReadonlySet<string>): Prediction | null {
    const since: BlockStatement[] = [];
    for (let i = path.length - 1; i >= 0; i--) {
      const node = path[i];
      if (node === undefined || node.type === "compaction") return null;
      const known = this.accounted.get(node.key);
      const blocks = node.blocks.filter(({ id }) => !left.has(id));
      if (node.type !== "call" || known === undefined) since.push(...blocks);
      else {
        const tokens = known + this.answerSize(node, blocks) + this.estimate(since);
        return { tokens, model: node.fields.model };
      }
    }
    return null;
  }

  take(call: CallNode, path: readonly Node[], left: ReadonlySet<string>, unrecorded: boolean): void {
    const total = call.fields.usage?.input ?? null;
    if (total === null) return;
    const place = path.findLastIndex(({ type }) => type === "call" || type === "compaction");
    const previous = path[place];
    const was = previous?.type === "call" ? (previous.fields.usage?.input ?? null) : null;
    const known = previous === undefined ? undefined : this.accounted.get(previous.key);
    if (previous?.type !== "call" || was === null || known === undefined) {
      this.accounted.set(call.key, total);
    } else if (unrecorded) {
      this.accounted.set(call.key, this.predict(path, left)?.tokens ?? total);
    } else if (isCalledAgain(previous) && previous.fields.model === call.fields.model) {
      this.accounted.set(call.key, known + total - was);
      const measured = total - was - (previous.fields.usage?.output ?? 0);
      this.growths.push({ blocks: path.slice(place + 1).flatMap(({ blocks }) => blocks), measured });
    } else this.accounted.set(call.key, total);
  }

  /** Reported output counts thinking, which later prompts may leave out, and lacks what an abort cut off. */
  private answerSize({ fields }: CallNode, blocks: readonly BlockStatement[]): Tokens {
    const shown = this.estimate(blocks);
    const output = fields.usage?.output ?? shown;
    if (fields.stopReason === "aborted" || fields.stopReason === "error") return shown;
    return blocks.some(({ kind }) => kind === "thinking") ? Math.min(output, shown) : output;
  }

  private factor(): number {
    const calibrator = new Calibrator();
    for (const { blocks, measured } of this.growths.slice(-GROWTHS_MAX))
      calibrator.add(this.count(blocks), measured);
    return calibrator.computeFactor(1);
  }

  private count(blocks: readonly BlockStatement[]): Tokens {
    return blocks.reduce((sum, { id, content }) => {
      const tokens = this.counts.get(id) ?? countTokens(content ?? "", getTokenizer(null));
      this.counts.set(id, tokens);
      return sum + tokens;
    }, 0);
  }
}
