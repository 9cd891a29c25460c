import type { CallNode, Node } from "./node";
import type { PromptSizes } from "./prompt-sizes";

/**
 * The tool calls of answers that were cut off: nothing ever answers them, and providers refuse a call without a result.
 * Some versions of pi leave such calls out of what they send, others make up a result; the file does not say which. The
 * total of the next measured call does: it has room for them or it has not. Until one comes they stay.
 */
export class UnansweredCalls {
  /** Ids of the blocks that are known not to have been sent again. */
  readonly left = new Set<string>();
  private undecided: Node["blocks"] = [];

  constructor(
    private readonly sizes: PromptSizes,
    private readonly answered: ReadonlySet<string>,
  ) {}

  /** Takes in an answer after its call was written. */
  note({ blocks }: CallNode): void {
    const open = blocks.filter(
      ({ kind, toolCallId }) =>
        kind === "tool_call" && toolCallId !== undefined && !this.answered.has(toolCallId),
    );
    if (open.length > 0) this.undecided = [...this.undecided, ...open];
  }

  /** Decides by the total of `call`, whose window stands at the end of `path`. */
  decide(call: CallNode, path: readonly Node[]): void {
    const total = call.fields.usage?.input ?? null;
    if (this.undecided.length === 0 || total === null) return;
    const open = new Set(this.undecided.map(({ id }) => id));
    const without = this.sizes.predict(path, new Set([...this.left, ...open]));
    if (without === null || without.model !== call.fields.model) return;
    const room = total - without.tokens;
    if (Math.abs(room) < Math.abs(room - this.sizes.estimate(this.undecided)))
      for (const id of open) this.left.add(id);
    this.undecided = [];
  }
}
