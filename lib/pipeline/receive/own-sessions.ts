import type { Caller } from "@/lib/http/caller";
import type { BatchItem } from "./read-batch";

/**
 * Refuses what a key for one agent sends about sessions of others: its sessions have ids that begin with the agent's name and
 * a slash. The rest of the batch is kept.
 */
export function ownSessions(items: readonly BatchItem[], { actor }: Caller): readonly BatchItem[] {
  if (actor.kind !== "key" || actor.agent === null) return items;
  const { agent } = actor;
  const start = `${agent}/`;
  return items.map((item) => {
    if ("broken" in item || sessionIn(item.value)?.startsWith(start) === true) return item;
    const broken = `this key is for the agent ${agent}: expected the id of a session that begins with "${start}"`;
    return { broken, path: "session", code: "other_agent" };
  });
}

function sessionIn(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !("session" in value)) return null;
  return typeof value.session === "string" ? value.session : null;
}
