import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { RequestTracker } from "@/lib/importers/shared/request-tracker";
import { ReadReplies } from "./read-replies";
import { TextCalls } from "./text-calls";

/** A tracker of requests for messages of which calls may be written as text. */
export class TextCallTracker {
  private readonly tracker = new RequestTracker();
  private readonly replies = new ReadReplies();
  private readonly calls = new TextCalls(this.replies);
  private readonly survey = new TextCalls(this.replies);
  private found: string | null = null;

  /**
   * Announces the next requests: the fullest one, which can show that calls are written as text, and calls
   * that are known by other means, so that both count as one.
   * @returns false when earlier requests must now be read in another way
   */
  expect(fullest: readonly SeenItem[], named: readonly SeenItem[]): boolean {
    const { survey } = this;
    survey.noteCalls(named);
    survey.forget();
    survey.readList(fullest);
    const isFirst = this.found === null;
    if (!isFirst && (survey.knowledgeKey !== this.found || (survey.isUsed && named.length > 0))) return false;
    this.found = survey.knowledgeKey;
    this.calls.noteCalls(named);
    if (isFirst) this.calls.readList(fullest);
    return true;
  }

  request(items: readonly SeenItem[]): BlockStatement[] {
    return this.tracker.request(this.calls.readList(items));
  }

  answer(items: readonly SeenItem[]): BlockStatement[] {
    this.calls.noteCalls(items);
    return this.tracker.answer(this.calls.readMore(items));
  }
}
