import { isSameValue } from "@/lib/core/same-value";
import type { Call } from "./calls";

type Repeated = Pick<Call, "messages" | "system" | "tools">;

/** Conversations that go on at the same time. */
const CONVERSATIONS_MAX = 16;
/** This much of the first message tells a conversation from others; of those that begin alike the newest is compared. */
const OPENING_CHARS = 200;

/**
 * Gives what a request repeats of the one before in its conversation as the same objects, so that nothing of it is looked at
 * again. Most wires read each request anew.
 */
export class RepeatedRequests {
  private readonly newest = new Map<string, Repeated>();

  of(call: Call): Call {
    if (call.messages === undefined) return call;
    const { session, thread } = call.place;
    const first = call.messages.find(({ role }) => role !== "system");
    const conversation = JSON.stringify([session, thread, first?.items[0]?.content.slice(0, OPENING_CHARS)]);
    const { messages, system, tools } = this.newest.get(conversation) ?? {};
    const repeated = {
      messages: countRepeated(messages, call.messages),
      ...(call.system !== undefined && { system: countRepeated(system, call.system) }),
      ...(call.tools !== undefined && { tools: countRepeated(tools, call.tools) }),
    };
    this.newest.delete(conversation);
    this.newest.set(conversation, { system, tools, ...repeated });
    const [oldest] = this.newest.keys();
    if (oldest !== undefined && this.newest.size > CONVERSATIONS_MAX) this.newest.delete(oldest);
    return { ...call, ...repeated };
  }
}

function countRepeated<T>(before: readonly T[] = [], now: readonly T[]): readonly T[] {
  let sameItems = 0;
  while (
    sameItems < before.length &&
    sameItems < now.length &&
    isSameValue(before[sameItems], now[sameItems])
  )
    sameItems++;
  return [...before.slice(0, sameItems), ...now.slice(sameItems)];
}
