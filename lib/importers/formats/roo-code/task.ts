import type { SessionWriter } from "@/lib/core/trace/session-writer";
import type { EpochMs } from "@/lib/core/units";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { nameIn, tokensIn } from "../../shared/bounds";
import { textOf } from "../../messages/openai";
import { PlanLog } from "../../shared/plan-log";
import { Transcript } from "../../sessions/transcript";
import type { Loose } from "../../shared/values";
import { definedFields, stringOf } from "../../shared/values";
import type { ShownCondensation, ShownRequest } from "./display";
import { answerShown, condensationsIn, shownUsage, truncationsIn } from "./display";
import { modelIn, TaskMessages } from "./message-items";
import { todoSteps } from "./todo-list";

/** How many messages a condensation keeps behind its summary. */
const KEPT_MESSAGES = 3;

/** A message of the history that is sent, with its time. */
export interface StoredMessage {
  readonly at: EpochMs;
  readonly raw: Loose;
}

/** How a message names the edit that hid it. */
type HiddenBy = "condenseParent" | "truncationParent";

/** A message's pieces once it was said; `stored` is where it stands in the file, for those that are in it. */
interface SaidMessage {
  readonly stored: number | null;
  readonly items: readonly SeenItem[];
}

/**
 * Writes the calls of a task. A request of the display is a call; what was said in it comes from the stored history, or
 * from the display where a condensation has taken it out of there.
 */
export class Task {
  private readonly messages = new TaskMessages();
  private readonly transcript: Transcript;
  private readonly todos: PlanLog;
  private readonly said: SaidMessage[] = [];
  private next = 0;
  private sawCondensation = false;
  /** As the harness told the model last. */
  private model: string | undefined;

  constructor(
    private readonly writer: SessionWriter,
    private readonly stored: readonly StoredMessage[],
    /** The summaries that the display shows with their condensations, and the ids of the truncations that it shows. */
    private readonly shown: ReadonlySet<unknown>,
  ) {
    this.transcript = new Transcript(writer);
    this.todos = new PlanLog(writer, "todos");
  }

  /** Writes the call of a request; `until` is when the next one began, `isLast` that no condensation comes after it. */
  request(request: ShownRequest, until: EpochMs, isLast: boolean): void {
    const own = this.storedIn(until);
    for (const i of own) if (this.isSummary(i)) this.hear(i, this.summary(this.stored[i]?.raw.content));
    const said = own.filter((i) => !this.isSummary(i));
    const inputs = said.filter((i) => this.stored[i]?.raw.role !== "assistant");
    const answers = said.filter((i) => this.stored[i]?.raw.role === "assistant");
    const asked = stringOf(request.facts.request);
    if (inputs.length > 0)
      for (const i of inputs) this.hear(i, this.messages.input(this.stored[i]?.raw.content));
    else if (asked !== undefined) this.hear(null, this.messages.input(asked));
    const answer = answers.map((i) => this.stored[i]).filter((message) => message !== undefined);
    const answered = answer[0]?.at ?? Number.POSITIVE_INFINITY;
    const all = condensationsIn(request);
    const condense = (condensation: ShownCondensation) =>
      this.condense(condensation, isLast && condensation === all.at(-1));
    all.filter(({ at }) => at < answered).forEach(condense);
    const cuts = truncationsIn(request);
    for (const cut of cuts) if (cut.at < answered) this.truncate(cut);
    const isKnown = answer.length > 0;
    const items = isKnown
      ? answer.flatMap(({ raw }) => this.messages.answer(raw.content))
      : answerShown(request, this.messages);
    this.call(items, request, answer.at(-1)?.at, isKnown);
    this.said.push({ stored: answers[0] ?? null, items });
    all.filter(({ at }) => at >= answered).forEach(condense);
    for (const cut of cuts) if (cut.at >= answered) this.truncate(cut);
  }

  /** Writes the calls of a history without a display: each answer is one. */
  history(): void {
    this.stored.forEach(({ at, raw }, i) => {
      if (raw.isTruncationMarker === true) this.truncate({ at, facts: { truncationId: raw.truncationId } });
      else if (raw.role === "assistant" && raw.isSummary !== true) {
        const items = this.messages.answer(raw.content);
        this.call(items, null, at, true);
        this.said.push({ stored: i, items });
      } else if (raw.isSummary === true && this.hides("condenseParent", raw.condenseId))
        this.condense({ at, facts: { summary: raw.content, condenseId: raw.condenseId } }, true);
      else if (raw.isSummary === true) this.transcript.add(this.summary(raw.content));
      else this.hear(i, this.messages.input(raw.content));
    });
    this.end();
  }

  /** Writes what no call has read. */
  end(): void {
    this.transcript.end();
  }

  /**
   * The stored messages until a time that no request had so far. A summary that the display shows comes with its
   * condensation.
   */
  private storedIn(until: EpochMs): number[] {
    const own: number[] = [];
    for (; this.next < this.stored.length; this.next++) {
      const message = this.stored[this.next];
      if (message === undefined || message.at >= until) break;
      if (!this.comesLater(message.raw)) own.push(this.next);
    }
    return own;
  }

  /** Whether a message comes with the edit that the display shows: a summary, or the mark of a truncation. */
  private comesLater({ isSummary, isTruncationMarker, content, truncationId }: Loose): boolean {
    if (isTruncationMarker === true) return this.shown.has(truncationId);
    return isSummary === true && this.shown.has(textOf(content).text);
  }

  private isSummary(i: number): boolean {
    return this.stored[i]?.raw.isSummary === true;
  }

  private hear(stored: number | null, items: readonly SeenItem[]): void {
    this.said.push({ stored, items });
    this.model = items.map(modelIn).findLast((model) => model !== undefined) ?? this.model;
    this.transcript.add(items);
  }

  private call(
    items: readonly SeenItem[],
    request: ShownRequest | null,
    endedAt: EpochMs | undefined,
    isKnown: boolean,
  ): void {
    const facts = request?.facts ?? {};
    const reasoning = (request?.rows ?? []).filter(({ say }) => say === "reasoning");
    const unsent = reasoning.flatMap((row): SeenItem[] => {
      const text = stringOf(row.text);
      return text === undefined ? [] : [{ kind: "thinking", content: text }];
    });
    const { turn, output } = this.transcript.call(
      items,
      {
        at: request?.at ?? null,
        ...definedFields({
          endedAt,
          model: this.model,
          usage: request === null ? undefined : shownUsage(request),
          error: nameIn(facts.streamingFailedMessage),
          stopReason: nameIn(facts.cancelReason),
          windowProvenance: isKnown && !this.hasForgotten() ? undefined : ("inferred" as const),
        }),
      },
      unsent,
    );
    for (const { id, kind, toolName, content = "" } of output) {
      if (kind !== "tool_call" || toolName !== "update_todo_list") continue;
      const steps = todoSteps(content);
      if (steps.length > 0) this.todos.state({ turn, at: request?.at ?? null, block: id }, steps);
    }
  }

  /** Whether the window has messages of which only the display is left. */
  private hasForgotten(): boolean {
    return !this.sawCondensation && this.said.some(({ stored }) => stored === null);
  }

  private condense({ at, facts }: ShownCondensation, isLast: boolean): void {
    const summary = this.summary(facts.summary);
    const place = this.stored.findIndex(
      ({ raw }) => raw.isSummary === true && textOf(raw.content).text === summary[0]?.content,
    );
    const id = facts.condenseId ?? this.stored[place]?.raw.condenseId;
    const own = { stored: place < 0 ? null : place, items: summary };
    const { left, blocks } = this.hides("condenseParent", id)
      ? this.without("condenseParent", id, own)
      : this.standWith(own, isLast);
    const summaryBlock = blocks.find(
      ({ kind, content }) => kind === "compaction_summary" && content === summary[0]?.content,
    )?.id;
    this.sawCondensation ||= isLast;
    this.writer.write("context.edited", {
      at: at || null,
      turn: this.writer.turn,
      how: "compacted",
      blocks: [...left],
      ...definedFields({
        tokensBefore: tokensIn(facts.prevContextTokens),
        tokensAfter: tokensIn(facts.newContextTokens),
        summaryBlock,
      }),
    });
  }

  /** Older versions take the messages out of the history: what stayed in it to the end was kept. */
  private standWith(summary: SaidMessage, isLast: boolean) {
    const [, ...later] = this.said;
    const isKept = ({ stored }: SaidMessage) => stored !== null;
    const kept = isLast && later.some(isKept) ? later.filter(isKept) : later.slice(-KEPT_MESSAGES);
    this.said.splice(1, this.said.length, { ...summary, stored: null }, ...kept);
    return this.transcript.replace(this.said.flatMap(({ items }) => items));
  }

  /** Whether messages of the history say that they are hidden by this edit. */
  private hides(key: HiddenBy, id: unknown): boolean {
    return id !== undefined && id !== null && this.stored.some(({ raw }) => raw[key] === id);
  }

  /** Newer versions keep what an edit hid, with its id; in its place stands what the edit says of it. */
  private without(key: HiddenBy, id: unknown, own: SaidMessage) {
    const isHidden = ({ stored }: SaidMessage) => stored === null || this.stored[stored]?.raw[key] === id;
    const from = this.said.findIndex(isHidden);
    const kept = this.said.filter((message) => !isHidden(message));
    this.said.splice(0, this.said.length, ...kept.toSpliced(Math.max(0, from), 0, own));
    return this.transcript.replace(this.said.flatMap(({ items }) => items));
  }

  private truncate({ at, facts }: ShownCondensation): void {
    const id = facts.truncationId;
    const place = this.stored.findIndex(
      ({ raw }) => raw.isTruncationMarker === true && raw.truncationId === id,
    );
    if (place < 0 || this.said.some(({ stored }) => stored === place)) return;
    const items = this.messages.input(this.stored[place]?.raw.content);
    if (!this.hides("truncationParent", id)) {
      this.hear(place, items);
      return;
    }
    const { left } = this.without("truncationParent", id, { stored: place, items });
    this.writer.write("context.edited", {
      at: at || null,
      turn: this.writer.turn,
      how: "truncated",
      blocks: [...left],
      rule: "sliding_window",
      ...definedFields({
        tokensBefore: tokensIn(facts.prevContextTokens),
        tokensAfter: tokensIn(facts.newContextTokens),
      }),
    });
  }

  private summary(content: unknown): SeenItem[] {
    const { text } = textOf(content ?? "");
    return text === "" ? [] : [{ kind: "compaction_summary", content: text }];
  }
}
