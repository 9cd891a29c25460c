import { readItemsOfMessage } from "../../messages/openai";
import { ToolCalls } from "../../messages/tool-calls";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import type { OtelMessage } from "../spans/facts";
import { INDEX_MAX } from "../spans/limits";
import { readPartRole, readToolItems } from "../spans/messages";
import type { Attributes } from "../spans/record";
import { AttributeSet } from "../spans/record";

export type Tree = Readonly<Record<string, unknown>>;

/**
 * The attributes below a prefix: `llm.tools.0.name` below `llm.tools` is `{ 0: { name } }`. Skips very large
 * numbers, so that no key makes a long list.
 */
export function buildTree(attributes: Attributes, prefix: string): Tree {
  const root = new AttributeSet();
  for (const [key, value] of Object.entries(attributes)) {
    if (!key.startsWith(`${prefix}.`)) continue;
    const path = key.slice(prefix.length + 1).split(".");
    if (path.length <= PATH_PARTS_MAX && path.every(isBelievable)) put(root, path, value);
  }
  return root.values;
}

const PATH_PARTS_MAX = 12;

function isBelievable(part: string): boolean {
  return part !== "" && (!/^\d+$/.test(part) || (part.length <= 5 && Number(part) <= INDEX_MAX));
}

const sets = new WeakMap<object, AttributeSet>();

function put(set: AttributeSet, [head = "", ...tail]: readonly string[], value: unknown): void {
  if (tail.length === 0) {
    if (set.values[head] === undefined) set.set(head, value);
    return;
  }
  const below = set.values[head];
  const knownSet = typeof below === "object" && below !== null ? sets.get(below) : undefined;
  if (knownSet !== undefined) {
    put(knownSet, tail, value);
    return;
  }
  if (below !== undefined) return;
  const next = new AttributeSet();
  sets.set(next.values, next);
  set.set(head, next.values);
  put(next, tail, value);
}

export function listNumberedEntries(tree: unknown): Tree[] {
  if (typeof tree !== "object" || tree === null) return [];
  return Object.entries(tree)
    .filter(([key, value]) => /^\d+$/.test(key) && typeof value === "object" && value !== null)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, value]) => value as Tree);
}

export function readNumberedMessages(attributes: Attributes, prefix: string): OtelMessage[] | undefined {
  const entries = listNumberedEntries(buildTree(attributes, prefix));
  if (entries.length === 0) return undefined;
  const calls = new ToolCalls();
  return entries.map((entry) => {
    const message = { ...entry, tool_calls: listNumberedEntries(entry.tool_calls) };
    return { role: readPartRole(entry.role), items: readItemsOfMessage(message, calls) };
  });
}

/** Tools written as `llm.request.functions.0.name`, `.description`, `.parameters`. */
export function readNumberedTools(attributes: Attributes): SeenItem[] | undefined {
  return readToolItems(listNumberedEntries(buildTree(attributes, "llm.request.functions")));
}
