import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { SeenItem } from "@/lib/core/window/request-tracker";
import { RequestTracker } from "@/lib/core/window/request-tracker";
import { TextCalls } from "./text-calls/text-calls";

/** A tracker of requests for messages of which calls may be written as text. */
export class TextCallTracker {
  private readonly tracker = new RequestTracker();
  private readonly calls = new TextCalls();

  /** Makes calls known by other means, so that the ones in the text are the same calls. */
  know(items: readonly SeenItem[]): void {
    this.calls.know(items);
  }

  /** Looks at a whole list for calls that are written as text, which what answers them may tell. */
  survey(items: readonly SeenItem[]): void {
    this.calls.list(items);
  }

  /** The blocks of one request, in order. */
  request(items: readonly SeenItem[]): BlockStatement[] {
    return this.tracker.request(this.calls.list(items));
  }

  /** The blocks of the answer to it. */
  answer(items: readonly SeenItem[]): BlockStatement[] {
    this.calls.know(items);
    return this.tracker.answer(this.calls.more(items));
  }
}
