import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { countCommonPrefix } from "@/lib/core/common-prefix";
import { assertInOrder } from "./belongs-earlier";
import type { Call } from "./calls";
import type { OtelMessage } from "./spans/facts";
import { Fingerprints } from "./fingerprints";
import { countChars, continuesUnlisted, weighCall } from "./held-lists";
import { getBody, listSystemItems } from "./lineages";
import { listMessageItems } from "./spans/messages";

/** What a request lists: the whole window, only what is new, or what was recorded late with the call's own answer. */
export type InputMode = "snapshot" | "delta" | "aliased";

export interface Rebuilt {
  readonly mode: InputMode;
  readonly frame: readonly SeenItem[];
  readonly body: readonly OtelMessage[];
  /** The response that a window goes on from and that was not recorded: what stood before it is not known. */
  readonly unseen?: string | undefined;
}

interface Standing extends Rebuilt {
  readonly answer: readonly SeenItem[];
  readonly responseId: string | undefined;
  readonly usage?: Call["usage"];
}

const PAST_MAX = 500;

/** The newest windows. One that the next begins with takes no room of its own. */
class PastWindows {
  private readonly windows: {
    readonly standing: Omit<Standing, "body">;
    /** How many messages of the next window these are, or the messages. */
    body: number | readonly OtelMessage[];
  }[] = [];

  add({ body, ...standing }: Standing): void {
    const last = this.windows.at(-1);
    if (typeof last?.body === "object" && countCommonPrefix(last.body, body) === last.body.length)
      last.body = last.body.length;
    this.windows.push({ standing, body });
    if (this.windows.length > PAST_MAX) this.windows.shift();
  }

  get newest(): Standing | undefined {
    return this.getStandingAt(this.windows.length - 1);
  }

  findWithResponse(id: string): Standing | undefined {
    return this.getStandingAt(this.windows.findLastIndex(({ standing }) => standing.responseId === id));
  }

  private getStandingAt(place: number): Standing | undefined {
    const window = this.windows[place];
    if (window === undefined) return undefined;
    const { standing, body } = window;
    if (typeof body === "object") return { ...standing, body };
    const whole = this.windows.slice(place).find(({ body }) => typeof body === "object")?.body;
    return { ...standing, body: typeof whole === "object" ? whole.slice(0, body) : [] };
  }
}

/**
 * Rebuilds the windows of a lineage, call by call. A request is the whole window unless: it points to an
 * earlier response; the client marks it as partial; it only answers the call before and contains nothing else
 * that is known; the provider counted what it does not list; or it contains the call's own answer, behind which nothing belongs
 * to the window. Capitals are messages of the user, small letters answers, and `+` is a mark of the client:
 *
 *     call 1: A            answers b   -> snapshot: A
 *     call 2: A b C        answers d   -> snapshot: A b C
 *     call 3: +E           answers f   -> delta: A b C d E          the provider holds what stood before, and the answer d
 *     call 4: +G           answers h   -> delta: A b C d E f G
 *     call 5: I            answers k   -> snapshot: I               without a mark it is a new beginning
 *     call 6: I k L m      answers m   -> aliased: I k L            the list was recorded after the answer m
 */
export class WindowRebuilder {
  private readonly fingerprints = new Fingerprints();
  private readonly past = new PastWindows();
  private isAliased: boolean | null = null;

  /**
   * Announces the next calls.
   * @throws BelongsEarlier when they show that requests of this lineage were recorded late, and earlier ones
   * did not
   */
  expectCalls(calls: readonly Call[]): void {
    const isAliased = calls.some((call) => findOwnAnswer(getBody(call), call.answer, 0, false) !== null);
    assertInOrder(this.isAliased !== false || !isAliased);
    this.isAliased ??= isAliased;
  }

  next(call: Call): Rebuilt | null {
    if (call.messages === undefined) {
      this.noteAnswer(call);
      return null;
    }
    const rebuilt = this.rebuild(call);
    const { answer = [], responseId, usage } = call;
    this.past.add({ ...rebuilt, answer, responseId, usage });
    return rebuilt;
  }

  private rebuild(call: Call): Rebuilt {
    const frame = [...(call.tools ?? []), ...listSystemItems(call)];
    const listedMessages = cutShownBody(call);
    const before = this.past.newest;
    const end = findOwnAnswer(listedMessages, call.answer, before?.body.length ?? 0, this.isAliased === true);
    if (end !== null) return { mode: "aliased", frame, body: listedMessages.slice(0, end) };
    const base = this.findBase(call, listedMessages);
    const unseen = this.findUnseenBefore(call, base);
    if (base !== undefined) {
      const carried =
        call.provider === "openai" || frame.length > 0 ? this.addMissing(frame, base, call) : base.frame;
      return { mode: "delta", frame: carried, body: continueBase(base, listedMessages), unseen };
    }
    if (call.completeness === "client_truncated" && before !== undefined)
      return {
        mode: "snapshot",
        frame: frame.length > 0 ? frame : before.frame,
        body: this.addLostFront(before, listedMessages),
      };
    return { mode: unseen === undefined ? "snapshot" : "delta", frame, body: listedMessages, unseen };
  }

  private findUnseenBefore({ previousId, isDelta }: Call, base: Standing | undefined): string | undefined {
    if (previousId === undefined || isDelta !== true || base?.responseId === previousId) return base?.unseen;
    return previousId;
  }

  private findBase(call: Call, listedMessages: readonly OtelMessage[]): Standing | undefined {
    const before = this.past.newest;
    if (call.previousId !== undefined) {
      const pointed = this.past.findWithResponse(call.previousId);
      if (pointed !== undefined || call.isDelta === true) return pointed ?? before;
    }
    if (call.isDelta === true || before === undefined) return before;
    const [first] = listedMessages;
    if (first !== undefined && first === before.body[0] && first.items.length > 0) return undefined;
    const fingerprintsBefore = new Set(this.fingerprints.fingerprintAll(listMessageItems(before.body)));
    const items = listMessageItems(listedMessages);
    if (items.some((item) => fingerprintsBefore.has(this.fingerprints.of(item)))) return undefined;
    const openCalls = new Set(
      before.answer.flatMap((item) => (item.kind === "tool_call" ? [item.toolCallId] : [])),
    );
    const results = items.filter((item) => item.kind === "tool_result");
    const repeatsCall = items.some((item) => item.kind === "tool_call");
    const answers = results.length > 0 && results.every((item) => openCalls.has(item.toolCallId));
    if (answers && !repeatsCall) return before;
    const weight = weighCall(before, before.frame, countChars(listMessageItems(before.body)));
    const itemWeight = weighCall(call, [...(call.tools ?? []), ...listSystemItems(call)], countChars(items));
    return continuesUnlisted(weight, itemWeight, call) ? before : undefined;
  }

  private addMissing(frame: readonly SeenItem[], base: Standing, call: Call): readonly SeenItem[] {
    if (call.provider === "openai") return frame;
    const hasTools = frame.some((item) => item.kind === "tool_schemas");
    const hasSystem = frame.some((item) => item.kind === "system_rules");
    const keptItems = base.frame.filter((item) => (item.kind === "tool_schemas" ? !hasTools : !hasSystem));
    return [
      ...keptItems.filter((item) => item.kind === "tool_schemas"),
      ...frame,
      ...keptItems.filter((item) => item.kind !== "tool_schemas"),
    ];
  }

  private addLostFront(before: Standing, listedMessages: readonly OtelMessage[]): readonly OtelMessage[] {
    const first = this.fingerprints.fingerprintAll(listedMessages[0]?.items ?? []).join(" ");
    const whole = [...before.body, { role: "assistant" as const, items: before.answer }];
    const at = whole.findIndex(
      (message) => this.fingerprints.fingerprintAll(message.items).join(" ") === first,
    );
    return at > 0 ? [...whole.slice(0, at), ...listedMessages] : listedMessages;
  }

  private noteAnswer(call: Call): void {
    const before = this.past.newest;
    if (before === undefined || call.answer === undefined) return;
    const body = [...before.body, { role: "assistant" as const, items: before.answer }];
    this.past.add({ ...before, body, answer: call.answer, responseId: call.responseId });
  }
}

/**
 * Anthropic's API skips everything before the last compaction block, whether or not the client cuts it off.
 */
function cutShownBody(call: Call): readonly OtelMessage[] {
  const body = getBody(call);
  if (call.provider !== "anthropic") return body;
  const at = body.findLastIndex(({ role, items }) => role === "assistant" && findSummary(items) >= 0);
  const message = body[at];
  if (message === undefined) return body;
  const shownBody = [
    { ...message, items: message.items.slice(findSummary(message.items)) },
    ...body.slice(at + 1),
  ];
  return hasReadAll(call, body, shownBody) ? body : shownBody;
}

const CHARS_PER_TOKEN = 4;

/** What the server cleared or counted can show that it still reads what stands before the block. */
function hasReadAll(call: Call, body: readonly OtelMessage[], shownBody: readonly OtelMessage[]): boolean {
  const results = shownBody.flatMap(({ items }) => items.filter(({ kind }) => kind === "tool_result"));
  const cleared = Math.max(0, ...(call.appliedEdits ?? []).map(({ clearedToolUses = 0 }) => clearedToolUses));
  if (cleared > results.length) return true;
  const input = call.usage?.input ?? null;
  if (input === null) return false;
  const frame = countChars([...(call.tools ?? []), ...listSystemItems(call)]);
  const measureAway = (messages: readonly OtelMessage[]) =>
    Math.abs(input - (frame + countChars(listMessageItems(messages))) / CHARS_PER_TOKEN);
  return measureAway(body) < measureAway(shownBody);
}

function findSummary(items: readonly SeenItem[]): number {
  return items.findLastIndex(({ kind }) => kind === "compaction_summary");
}

function continueBase(base: Standing, listedMessages: readonly OtelMessage[]): OtelMessage[] {
  const answer: OtelMessage[] = base.answer.length > 0 ? [{ role: "assistant", items: base.answer }] : [];
  const compacts = (message: OtelMessage) => message.items.some((item) => item.kind === "compaction_summary");
  const summaries = listedMessages.filter(compacts);
  if (summaries.length === 0) return [...base.body, ...answer, ...listedMessages];
  return [...summaries, ...answer, ...listedMessages.filter((message) => !compacts(message))];
}

/**
 * The call's own answer can be in its request only if this was recorded later. It is recognised by the id of
 * a tool call. By its text it is recognised only at the end, or behind the earlier window in a lineage that
 * is known for this.
 */
function findOwnAnswer(
  listedMessages: readonly OtelMessage[],
  answer: readonly SeenItem[] | undefined,
  from: number,
  isAliased: boolean,
): number | null {
  if (answer === undefined || answer.length === 0) return null;
  const ids = new Set(answer.flatMap((item) => (item.kind === "tool_call" ? (item.toolCallId ?? []) : [])));
  const byCall =
    ids.size === 0
      ? -1
      : listedMessages.findIndex((message) =>
          message.items.some((item) => item.kind === "tool_call" && ids.has(item.toolCallId ?? "")),
        );
  if (byCall >= 0 && byCall >= Math.min(from, listedMessages.length - 1)) return byCall;
  if (ids.size > 0) return null;
  const text = joinTexts(answer);
  const start = isAliased ? from : listedMessages.length - 1;
  const byText = listedMessages.findIndex(
    (message, i) => i >= start && message.role === "assistant" && joinTexts(message.items) === text,
  );
  return text === "" || byText < 0 ? null : byText;
}

function joinTexts(items: readonly SeenItem[]): string {
  return items
    .filter((item) => item.kind === "assistant_text")
    .map((item) => item.content)
    .join("\n");
}
