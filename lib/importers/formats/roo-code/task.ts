import type { TraceEventOf } from "@/lib/core/trace/event";
import type { EpochMs } from "@/lib/core/units";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { nameIn, findTokens } from "../../shared/bounds";
import { readContentText } from "../../messages/openai";
import type { SessionStep } from "../../sessions/define-format";
import { keepDefined, stringOf } from "../../shared/values";
import type { RooMessage } from "./records";
import { ROO_EDIT, ROO_MESSAGE } from "./records";
import {
  type ShownCondensation,
  type ShownRequest,
  answerShown,
  readCondensations,
  readShownUsage,
  readTruncations,
} from "./display";
import { findModelOfLabel, TaskMessages } from "./message-items";
import { readCallArguments } from "../../messages/tool-calls";
import type { StatedStep } from "@/lib/core/evidence/plan/steps/step-identity";
import { listStatedSteps } from "../../shared/plan-log";

const KEPT_MESSAGES = 3;

export interface StoredMessage {
  readonly at: EpochMs;
  readonly raw: RooMessage;
}

type HiddenBy = "condenseParent" | "truncationParent";

interface SaidMessage {
  readonly stored: number | null;
  readonly items: readonly SeenItem[];
}

/** The steps of a task, from the messages that its history stores and the requests that its display shows. */
export class Task {
  private readonly messages = new TaskMessages();
  private readonly said: SaidMessage[] = [];
  private next = 0;
  private sawCondensation = false;
  private model: string | undefined;

  /** @param shown the summaries and truncations that the display shows, which stand in the history too */
  constructor(
    private readonly stored: readonly StoredMessage[],
    private readonly shown: ReadonlySet<unknown>,
  ) {}

  *requests(requests: readonly ShownRequest[]): Generator<SessionStep> {
    const last = requests.findLastIndex((request) => readCondensations(request).length > 0);
    for (const [i, request] of requests.entries())
      yield* this.request(request, requests[i + 1]?.at ?? Number.POSITIVE_INFINITY, i >= last);
  }

  /** `until` is the start of the next request. `isLast`: no condensation follows. */
  private *request(request: ShownRequest, until: EpochMs, isLast: boolean): Generator<SessionStep> {
    const own = this.storedIn(until);
    for (const i of own) if (this.isSummary(i)) yield this.hear(i, this.summary(this.stored[i]?.raw.content));
    const said = own.filter((i) => !this.isSummary(i));
    const inputs = said.filter((i) => this.stored[i]?.raw.role !== "assistant");
    const answers = said.filter((i) => this.stored[i]?.raw.role === "assistant");
    const asked = stringOf(request.facts.request);
    if (inputs.length > 0)
      for (const i of inputs) yield this.hear(i, this.messages.input(this.stored[i]?.raw.content));
    else if (asked !== undefined) yield this.hear(null, this.messages.input(asked));
    const answer = answers.map((i) => this.stored[i]).filter((message) => message !== undefined);
    const answered = answer[0]?.at ?? Number.POSITIVE_INFINITY;
    const all = readCondensations(request);
    const cuts = readTruncations(request);
    const isEarly = ({ at }: ShownCondensation) => at < answered;
    yield* this.edits(all.filter(isEarly), cuts.filter(isEarly), isLast ? all.at(-1) : undefined);
    const isKnown = answer.length > 0;
    const items = isKnown
      ? answer.flatMap(({ raw }) => this.messages.answer(raw.content))
      : answerShown(request, this.messages);
    yield this.call(items, request, answer.at(-1)?.at, isKnown, answer.at(-1)?.raw);
    this.said.push({ stored: answers[0] ?? null, items });
    const isLate = (one: ShownCondensation) => !isEarly(one);
    yield* this.edits(all.filter(isLate), cuts.filter(isLate), isLast ? all.at(-1) : undefined);
  }

  private *edits(
    condensations: readonly ShownCondensation[],
    cuts: readonly ShownCondensation[],
    last: ShownCondensation | undefined,
  ): Generator<SessionStep> {
    for (const condensation of condensations) yield this.condense(condensation, condensation === last);
    for (const cut of cuts) yield* this.truncate(cut);
  }

  *history(): Generator<SessionStep> {
    for (const [i, { at, raw }] of this.stored.entries()) {
      if (raw.isTruncationMarker)
        yield* this.truncate({ at, facts: ROO_EDIT.of({ truncationId: raw.truncationId }) });
      else if (raw.role === "assistant" && !raw.isSummary) {
        const items = this.messages.answer(raw.content);
        yield this.call(items, null, at, true, raw);
        this.said.push({ stored: i, items });
      } else if (raw.isSummary && this.hides("condenseParent", raw.condenseId))
        yield this.condense(
          { at, facts: ROO_EDIT.of({ summary: raw.content, condenseId: raw.condenseId }) },
          true,
        );
      else if (raw.isSummary) yield { add: this.summary(raw.content) };
      else yield this.hear(i, this.messages.input(raw.content));
    }
  }

  private storedIn(until: EpochMs): number[] {
    const own: number[] = [];
    for (; this.next < this.stored.length; this.next++) {
      const message = this.stored[this.next];
      if (message === undefined || message.at >= until) break;
      if (!this.comesLater(message.raw)) own.push(this.next);
    }
    return own;
  }

  private comesLater({ isSummary, isTruncationMarker, content, truncationId }: RooMessage): boolean {
    if (isTruncationMarker) return this.shown.has(truncationId);
    return isSummary && this.shown.has(readContentText(content).text);
  }

  private isSummary(i: number): boolean {
    return this.stored[i]?.raw.isSummary === true;
  }

  private hear(stored: number | null, items: readonly SeenItem[]): SessionStep {
    this.said.push({ stored, items });
    this.model = items.map(findModelOfLabel).findLast((model) => model !== undefined) ?? this.model;
    return { add: items };
  }

  private call(
    items: readonly SeenItem[],
    request: ShownRequest | null,
    endedAt: EpochMs | undefined,
    isKnown: boolean,
    stored: RooMessage = ROO_MESSAGE.of({}),
  ): SessionStep {
    const facts = request?.facts ?? {};
    const { modelId, id } = stored.modelInfo;
    const stated = modelId ?? nameIn(id);
    const reasoning = (request?.rows ?? []).filter(({ say }) => say === "reasoning");
    return {
      answer: items,
      unsent: reasoning.flatMap(({ text }): SeenItem[] =>
        text === undefined ? [] : [{ kind: "thinking", content: text }],
      ),
      at: request?.at,
      endedAt: endedAt || undefined,
      model: stated ?? this.model,
      usage: (request === null ? undefined : readShownUsage(request)) ?? readStoredUsage(stored),
      error: nameIn(facts.streamingFailedMessage),
      stopReason: nameIn(facts.cancelReason),
      windowProvenance: isKnown && !this.hasForgotten() ? undefined : "inferred",
    };
  }

  private hasForgotten(): boolean {
    return !this.sawCondensation && this.said.some(({ stored }) => stored === null);
  }

  private condense({ at, facts }: ShownCondensation, isLast: boolean): SessionStep {
    const summary = this.summary(facts.summary);
    const place = this.stored.findIndex(
      ({ raw }) => raw.isSummary && readContentText(raw.content).text === summary[0]?.content,
    );
    const id = facts.condenseId ?? this.stored[place]?.raw.condenseId;
    const own = { stored: place < 0 ? null : place, items: summary };
    if (this.hides("condenseParent", id)) this.hide("condenseParent", id, own);
    else this.keepLast(own, isLast);
    this.sawCondensation ||= isLast;
    return this.editedTo({ at, facts });
  }

  private editedTo({ at, facts }: ShownCondensation, rule?: "sliding_window"): SessionStep {
    return {
      window: this.said.flatMap(({ items }) => items),
      edit: {
        at: at || null,
        tokensBefore: facts.prevContextTokens,
        tokensAfter: facts.newContextTokens,
        ...(rule && { how: "truncated", rule }),
      },
    };
  }

  /** Older versions remove messages from the history. What is still there at the end was kept. */
  private keepLast(summary: SaidMessage, isLast: boolean): void {
    const [, ...later] = this.said;
    const isKept = ({ stored }: SaidMessage) => stored !== null;
    const kept = isLast && later.some(isKept) ? later.filter(isKept) : later.slice(-KEPT_MESSAGES);
    this.said.splice(1, this.said.length, { ...summary, stored: null }, ...kept);
  }

  private hides(key: HiddenBy, id: unknown): boolean {
    return id !== undefined && id !== null && this.stored.some(({ raw }) => raw[key] === id);
  }

  /**
   * Newer versions keep hidden messages, with the edit's id. What the edit says of them stands in their
   * place.
   */
  private hide(key: HiddenBy, id: unknown, own: SaidMessage): void {
    const isHidden = ({ stored }: SaidMessage) => stored === null || this.stored[stored]?.raw[key] === id;
    const from = this.said.findIndex(isHidden);
    const kept = this.said.filter((message) => !isHidden(message));
    this.said.splice(0, this.said.length, ...kept.toSpliced(Math.max(0, from), 0, own));
  }

  private *truncate({ at, facts }: ShownCondensation): Generator<SessionStep> {
    const id = facts.truncationId;
    const place = this.stored.findIndex(({ raw }) => raw.isTruncationMarker && raw.truncationId === id);
    if (place < 0 || this.said.some(({ stored }) => stored === place)) return;
    const items = this.messages.input(this.stored[place]?.raw.content);
    if (!this.hides("truncationParent", id)) {
      yield this.hear(place, items);
      return;
    }
    this.hide("truncationParent", id, { stored: place, items });
    yield this.editedTo({ at, facts }, "sliding_window");
  }

  private summary(content: unknown): SeenItem[] {
    const { text } = readContentText(content ?? "");
    return text === "" ? [] : [{ kind: "compaction_summary", content: text }];
  }
}

/**
 * The history's own figures of an answer: of the whole prompt, or, from older versions, what it held beside the cache and
 * what the cache held of it.
 */
function readStoredUsage({ metrics }: RooMessage): TraceEventOf<"turn.recorded">["usage"] {
  const { inputTokens: whole, outputTokens: output, cacheReadTokens, cacheWriteTokens } = metrics;
  if (whole)
    return {
      input: whole,
      ...keepDefined({ output, cacheRead: cacheReadTokens, cacheWrite: cacheWriteTokens }),
    };
  const { prompt = 0, cached = 0, completion } = metrics.tokens;
  const input = findTokens(prompt + cached);
  if (!input) return undefined;
  return { input, ...keepDefined({ output: completion }) };
}

const LINE = /^[^\S\n]*(?:[-*][^\S\n]+)?\[([ xX~-])\][^\S\n]+(\S.*)$/gm;
const MARKS: Readonly<Record<string, StatedStep["status"]>> = {
  x: "completed",
  "-": "started",
  "~": "started",
};

/**
 * A call of `update_todo_list` has lines with boxes; the display has a list. The display's ids are hashes of
 * text and status, so they do not identify a step.
 */
export function readTodoSteps(content: string): StatedStep[] {
  const shown = listStatedSteps(readCallArguments(content).todos, "content");
  if (shown.length > 0) return shown;
  return [...content.matchAll(LINE)].map(([, mark = " ", text = ""]) => ({
    text: nameIn(text.trim()) ?? text,
    status: MARKS[mark.toLowerCase()] ?? ("pending" as const),
  }));
}
