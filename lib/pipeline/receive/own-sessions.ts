import type { Caller } from "@/lib/http/caller";
import type { BatchItem } from "./read-batch";

/**
 * Refuses what a key for one agent sends about sessions of others: its sessions, and the sessions that started them, have ids
 * that begin with the agent's name and a slash. The rest of the batch is kept.
 */
export function refuseForeignSessions(items: readonly BatchItem[], { actor }: Caller): readonly BatchItem[] {
  if (actor.kind !== "key" || actor.agent === null) return items;
  const { agent } = actor;
  const start = `${agent}/`;
  const isOwn = (session: unknown) => typeof session === "string" && session.startsWith(start);
  return items.map((item) => {
    if ("broken" in item) return item;
    const broken = `this key is for the agent ${agent}: expected the id of a session that begins with "${start}"`;
    const session = readField(item.value, "session");
    if (!isOwn(session)) return { broken, path: "session", code: "other_agent" };
    const parent = readField(item.value, "parent");
    if (parent === undefined || isOwn(readField(parent, "session"))) return item;
    return { broken, path: "parent.session", code: "other_agent" };
  });
}

function readField(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
