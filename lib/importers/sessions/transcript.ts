import type { BlockStatement, WindowEntryStatement } from "@/lib/core/trace/blocks-schema";
import type { SessionWriter } from "@/lib/core/trace/session-writer";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { RequestTracker } from "@/lib/importers/shared/request-tracker";
import { TextCalls } from "../messages/text-calls/text-calls";

type Entry = Exclude<WindowEntryStatement, string>;
type TurnFields = Omit<Parameters<SessionWriter["writeTurn"]>[0], "window" | "output">;

/**
 * For sources with one list of messages to which the harness only appended. The window of a call is what
 * stood before its answer. `shows` is for harnesses that show the model less than the whole list.
 */
export class Transcript {
  private readonly tracker = new RequestTracker();
  private readonly calls = new TextCalls();
  private readonly blocks: BlockStatement[] = [];
  private unread: BlockStatement[] = [];

  constructor(
    private readonly writer: SessionWriter,
    private readonly shows: (blocks: readonly BlockStatement[]) => readonly Entry[] = (blocks) => blocks,
  ) {}

  survey(items: readonly SeenItem[]): void {
    this.calls.list(items);
    this.calls.list([]);
  }

  add(items: readonly SeenItem[]): BlockStatement[] {
    const added = this.tracker.answer(this.calls.more(items));
    this.blocks.push(...added);
    this.unread.push(...added);
    return added;
  }

  /**
   * @returns the turn's number and the answer's blocks. `unsent` is what the model wrote and its harness did
   * not send back, such as reasoning.
   */
  call(
    answer: readonly SeenItem[],
    fields: TurnFields,
    unsent: readonly SeenItem[] = [],
  ): { readonly turn: number; readonly output: readonly BlockStatement[] } {
    const window = this.shows(this.blocks);
    const aside = this.tracker.answer(unsent);
    const output = this.tracker.answer(this.calls.more(answer));
    const turn = this.writer.writeTurn({ ...fields, window, output: [...aside, ...output] });
    this.blocks.push(...output);
    this.unread = [];
    return { turn, output };
  }

  /**
   * Replaces the list; what is in both lists is the same block. What was in no window yet is recorded as part
   * of the session.
   * @returns the blocks that left, and those of the new list
   */
  replace(items: readonly SeenItem[]): {
    readonly left: readonly string[];
    readonly blocks: readonly BlockStatement[];
  } {
    this.end();
    const before = this.blocks.splice(0);
    this.blocks.push(...this.tracker.request(this.calls.list(items)));
    const stays = new Set(this.blocks.map(({ id }) => id));
    const left = before.flatMap(({ id }) => (stays.has(id) ? [] : [id]));
    const known = new Map(before.map(({ id, content }) => [id, content]));
    this.unread = this.blocks.filter(({ id, content }) => !known.has(id) || known.get(id) !== content);
    return { left, blocks: this.blocks };
  }

  /** What came after the last call is part of the session, but of no window. */
  end(): void {
    const turn = Math.max(0, this.writer.turn - 1);
    for (const block of this.unread) this.writer.write("block.recorded", { at: null, turn, block });
    this.unread = [];
  }
}
