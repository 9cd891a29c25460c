import type { BlockStatement, WindowEntryStatement } from "@/lib/core/trace/blocks-schema";
import type { SessionWriter } from "@/lib/core/trace/session-writer";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { RequestTracker } from "@/lib/importers/shared/request-tracker";
import { TextCalls } from "../messages/text-calls/text-calls";

type Entry = Exclude<WindowEntryStatement, string>;
/** What a harness shows the model of the whole list. */
export type Shown = (blocks: readonly BlockStatement[]) => readonly Entry[];

export interface MadeCall {
  readonly turn: number;
  readonly output: readonly BlockStatement[];
}

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
  private isUnknown = false;

  constructor(
    private readonly writer: SessionWriter,
    private readonly shows: Shown = (blocks) => blocks,
  ) {}

  survey(items: readonly SeenItem[]): void {
    this.calls.readList(items);
    this.calls.readList([]);
  }

  add(items: readonly SeenItem[]): BlockStatement[] {
    const added = this.tracker.answer(this.calls.readMore(items));
    this.blocks.push(...added);
    this.unread.push(...added);
    return added;
  }

  /** The text of the item's slot is another one from here on. */
  update(item: SeenItem): void {
    const block = this.tracker.update(item);
    if (block === undefined) return;
    const place = this.blocks.findIndex(({ id }) => id === block.id);
    this.blocks.splice(place < 0 ? this.blocks.length : place, place < 0 ? 0 : 1, block);
    this.unread = [...this.unread.filter(({ id }) => id !== block.id), block];
  }

  /**
   * @returns the turn's number and the answer's blocks. `unsent` is what the model wrote and its harness did
   * not send back, such as reasoning.
   */
  call(answer: readonly SeenItem[], fields: TurnFields, unsent: readonly SeenItem[] = []): MadeCall {
    const window = this.isUnknown ? undefined : this.shows(this.blocks);
    this.isUnknown = false;
    const aside = this.tracker.answer(unsent);
    const output = this.tracker.answer(this.calls.readMore(answer));
    const turn = this.writer.writeTurn({ ...fields, window, output: [...aside, ...output] });
    this.blocks.push(...output);
    this.unread = [];
    return { turn, output };
  }

  /** What the next call was sent; `null` where the file does not say it. */
  send(items: readonly SeenItem[] | null): void {
    if (items === null) this.isUnknown = true;
    else this.replace(items);
  }

  /**
   * Replaces the list; what is in both lists is the same block. What was in no window yet is recorded as part
   * of the session.
   * @returns the blocks that left, those of the new list, and those of it that are new or say something else
   */
  replace(items: readonly SeenItem[]): {
    readonly left: readonly string[];
    readonly blocks: readonly BlockStatement[];
    readonly entered: readonly BlockStatement[];
  } {
    this.end();
    const before = this.blocks.splice(0);
    this.blocks.push(...this.tracker.request(this.calls.readList(items)));
    const stays = new Set(this.blocks.map(({ id }) => id));
    const left = before.flatMap(({ id }) => (stays.has(id) ? [] : [id]));
    const contents = new Map(before.map(({ id, content }) => [id, content]));
    this.unread = this.blocks.filter(({ id, content }) => !contents.has(id) || contents.get(id) !== content);
    return { left, blocks: this.blocks, entered: this.unread };
  }

  /** What came after the last call is part of the session, but of no window. */
  end(): void {
    const turn = Math.max(0, this.writer.turn - 1);
    for (const block of this.unread) this.writer.write("block.recorded", { at: null, turn, block });
    this.unread = [];
  }
}
