import { hashContent } from "@/lib/core/hash";
import type { RawFields } from "../otel/raw/fields";
import type { OtelMessage } from "../otel/spans/facts";
import type { SeenItem } from "../shared/request-tracker";

type Asked = Pick<RawFields, "messages" | "answer" | "responseId" | "previousId">;

/**
 * Which exchanges of a recording are one conversation. A recording has no ids of sessions, so only what a request itself
 * shows counts: an id that the provider drew in an answer, a list that begins with an earlier one, or an answer said again.
 * What shows none of that begins a conversation of its own, also with the same instructions and tools.
 *
 *     1  [user A]                       ->  0
 *     2  [user A, call t1, result t1]   ->  0   t1 was drawn in the answer of 1
 *     3  [user B]                       ->  1
 *     4  [user A]                       ->  2   recorded again
 *     5  [user B, "4", user C]          ->  1   begins with the list of 3
 */
export class RecordedConversations {
  private readonly byId = new Map<string, number>();
  private readonly byList = new Map<string, number>();
  private readonly bySaid = new Map<string, number>();
  private readonly answered = new Set<string>();
  private count = 0;

  /** @param hasFailed a request that failed is sent again in its conversation */
  place({ messages = [], answer = [], responseId, previousId }: Asked, hasFailed: boolean): number {
    const said = readSaid(messages);
    const lists = readLists(said);
    const whole = lists.at(-1) ?? "";
    const place = this.known(said, lists, previousId) ?? this.count++;
    this.byList.set(whole, place);
    if (hasFailed) return place;
    this.answered.add(whole);
    for (const id of [responseId, ...answer.map(({ toolCallId }) => toolCallId)])
      if (id !== undefined) this.byId.set(id, place);
    for (const item of answer)
      if (item.kind === "assistant_text") this.bySaid.set(makeItemFingerprint(item), place);
    return place;
  }

  private known(
    said: readonly SeenItem[],
    lists: readonly string[],
    previousId: string | undefined,
  ): number | undefined {
    const drawn = [previousId, ...said.map(({ toolCallId }) => toolCallId).reverse()];
    for (const id of drawn) {
      const place = id === undefined ? undefined : this.byId.get(id);
      if (place !== undefined) return place;
    }
    const whole = lists.at(-1) ?? "";
    // The same request again: another try where it failed, another run where it was answered.
    if (this.byList.has(whole)) return this.answered.has(whole) ? undefined : this.byList.get(whole);
    for (const list of lists.slice(0, -1).reverse()) {
      const place = this.byList.get(list);
      if (place !== undefined) return place;
    }
    const repeated = said.findLast((item) => this.bySaid.has(makeItemFingerprint(item)));
    return repeated === undefined ? undefined : this.bySaid.get(makeItemFingerprint(repeated));
  }
}

/** Instructions are left out: another agent that goes on with the list has its own. */
function readSaid(messages: readonly OtelMessage[]): SeenItem[] {
  return messages.filter(({ role }) => role !== "system").flatMap(({ items }) => items);
}

/** A hash of each beginning of the list; the last is of all of it. */
function readLists(said: readonly SeenItem[]): string[] {
  let list = "";
  return said.map((item) => (list = hashContent(list + makeItemFingerprint(item))));
}

function makeItemFingerprint({ kind, toolCallId = "", toolName = "", content = "" }: SeenItem): string {
  return hashContent([kind, toolCallId, toolName, content].join("\u0000"));
}
