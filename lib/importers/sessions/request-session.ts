import { hashContent } from "@/lib/core/hash";
import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import { TextCallTracker } from "../messages/text-calls/text-call-tracker";
import { isSummaryOpening } from "../shared/summary-opening";
import { GoalMark } from "../shared/goal-mark";
import type { OpenAiMessage } from "../messages/openai";
import {
  readItemsOfMessage,
  readItemsOfMessages,
  readItemsOfTools,
  readContentText,
} from "../messages/openai";

export class RequestSession {
  readonly writer: SessionWriter;
  requests = 0;
  private readonly tracker = new TextCallTracker();
  private readonly goal = new GoalMark();

  constructor(id: string) {
    this.writer = new SessionWriter(id);
  }

  request(tools: unknown, messages: readonly OpenAiMessage[]): BlockStatement[] {
    this.requests++;
    return this.tracker.request([
      ...readItemsOfTools(tools),
      ...this.goal.mark(readItemsOfMessages(messages)),
    ]);
  }

  answer(message: OpenAiMessage): BlockStatement[] {
    return this.tracker.answer(readItemsOfMessage(message));
  }
}

const OPENING_HASH_CHARS = 8;

/**
 * Separates the conversations of a log, in sequence or interleaved. A conversation is known by its first user
 * message. A request without an answer in it begins a conversation, unless it repeats the first request of a
 * known one or begins with a summary. A request with an unknown beginning has lost it and belongs to the
 * conversation of the request before.
 */
export class Conversations {
  private readonly byOpening = new Map<string, RequestSession>();
  private readonly begun = new Map<string, number>();
  private latest: RequestSession | null = null;

  of(messages: readonly OpenAiMessage[], begin: (opening: string) => RequestSession): RequestSession {
    const opening = readOpening(messages);
    const existing = this.byOpening.get(opening);
    const goesOn = existing === undefined && isSummaryOpening(readOpeningText(messages));
    const isBeginning = !goesOn && !messages.some(({ role }) => role === "assistant" || role === "tool");
    const isOver = isBeginning && (existing?.requests ?? 0) > 1;
    if (existing !== undefined && !isOver) this.latest = existing;
    else if (this.latest === null || isBeginning) this.latest = this.start(opening, begin);
    return this.latest;
  }

  private start(opening: string, begin: (opening: string) => RequestSession): RequestSession {
    const count = (this.begun.get(opening) ?? 0) + 1;
    this.begun.set(opening, count);
    const session = begin(count === 1 ? opening : `${opening}-${count}`);
    this.byOpening.set(opening, session);
    return session;
  }
}

function readOpening(messages: readonly OpenAiMessage[]): string {
  return hashContent(readOpeningText(messages)).slice(0, OPENING_HASH_CHARS);
}

function readOpeningText(messages: readonly OpenAiMessage[]): string {
  const first = messages.find(({ role }) => role === "user") ?? messages[0];
  return readContentText(first?.content).text;
}
