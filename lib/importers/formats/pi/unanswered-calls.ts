import type { CallNode, Node } from "./node";
import type { PromptSizes } from "./prompt-sizes";

const CUT_OFF: ReadonlySet<string | undefined> = new Set(["aborted", "error"]);

/**
 * Answers that were cut off, and calls without a result, which providers refuse. Some versions of pi leave
 * out such calls, some invent a result, and some leave out the whole answer. The file does not say which. The
 * total of the next measured call tells, because it has room for them or not. Until then they stay.
 */
export class UnansweredCalls {
  readonly left = new Set<string>();
  private calls: Node["blocks"] = [];
  private rest: Node["blocks"] = [];

  constructor(
    private readonly sizes: PromptSizes,
    private readonly answered: ReadonlySet<string>,
  ) {}

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
