import type { CallNode, Node } from "./node";
import type { PromptSizes } from "./prompt-sizes";

const CUT_OFF: ReadonlySet<string | undefined> = new Set(["aborted", "error"]);

/**
 * Answers that were cut off, and calls that nothing answers: providers refuse a call without a result. Some versions of pi
 * leave such calls out of what they send, others make up a result, and others again leave out the whole answer; the file
 * does not say which. The total of the next measured call does: it has room for them or it has not. Until one comes they
 * stay.
 */
export class UnansweredCalls {
  /** Ids of the blocks that are known not to have been sent again. */
  readonly left = new Set<string>();
  private calls: Node["blocks"] = [];
  /** What else stands in answers that were cut off. */
  private rest: Node["blocks"] = [];

  constructor(
    private readonly sizes: PromptSizes,
    private readonly answered: ReadonlySet<string>,
  ) {}

  /** Takes in an answer after its call was written. */
  note({ blocks, fields }: CallNode): void {
    const open = blocks.filter(
      ({ kind, toolCallId }) =>
        kind === "tool_call" && toolCallId !== undefined && !this.answered.has(toolCallId),
    );
    const hasResults = blocks.some(({ kind }) => kind === "tool_call") && open.length === 0;
    this.calls = [...this.calls, ...open];
    if (CUT_OFF.has(fields.stopReason) && !hasResults)
      this.rest = [...this.rest, ...blocks.filter((block) => !open.includes(block))];
  }

  /** Decides by the total of `call`, whose window stands at the end of `path`. */
  decide(call: CallNode, path: readonly Node[]): void {
    const total = call.fields.usage?.input ?? null;
    const all = [...this.calls, ...this.rest];
    if (all.length === 0 || total === null) return;
    const without = this.sizes.predict(path, new Set([...this.left, ...all.map(({ id }) => id)]));
    if (without === null || without.model !== call.fields.model) return;
    const room = total - without.tokens;
    const leaving = [[], this.calls, all].map((blocks) => {
      const kept = all.filter((block) => !blocks.includes(block));
      return { blocks, off: Math.abs(room - this.sizes.estimate(kept)) };
    });
    const closest = leaving.reduce((best, next) => (next.off < best.off ? next : best));
    for (const { id } of closest.blocks) this.left.add(id);
    this.calls = [];
    this.rest = [];
  }
}
