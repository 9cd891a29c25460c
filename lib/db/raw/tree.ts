import { hashContent } from "@/lib/core/hash";
import { deeperThan, JSON_DEPTH_MAX } from "@/lib/core/trace/well-formed";

/**
 * Every request of an agent repeats the earlier ones. So a value is stored without its long texts and messages, and
 * each of these is stored once by the hash of its content. JSON inside a text is split in the same way. An object with
 * one of these keys replaces an extracted part:
 *
 * $t  hash    a text
 * $o  hash    an element of a list, by its JSON
 * $a  hashes  a list: runs of its elements, each by the hash of its JSON, then the rest
 * $j  value   a text that was JSON
 *
 * An example, which `tree.test.ts` runs. `«120×a»` stands for 120 letters.
 *
 *   value  {"messages": [{"role": "tool", "name": "read", "note": "«100×n»", "content": "«120×a»"}, {"role": "user", "content": "hi"}],
 *           "arguments": "{\"path\":\"«200×b»\"}", "$t": "mine"}
 *   h1     «120×a»
 *   h2     {"role":"tool","name":"read","note":"«100×n»","content":{"$t":"h1"}}
 *   h3     «200×b»
 *   node   {"messages": [{"$o": "h2"}, {"role": "user", "content": "hi"}],
 *           "arguments": {"$j": {"path": {"$t": "h3"}}}, "$$t": "mine"}
 *
 * The first message is long, so it is an element of its own, without its long text; the second one is short and stays. The
 * arguments are JSON, so only their long text is taken out. A key of the value that looks like a mark is told from one by a second
 * `$`. The next request repeats both messages: it stores a node that names them, and nothing else.
 */
const TEXT_CHARS_MIN = 120;
const ELEMENT_CHARS_MIN = 120;
const JSON_CHARS_MIN = 200;
const RUN = 16;
const DEPTH_MAX = 80;

/** Receives the extracted parts of a value and returns the hash for each. */
export interface TextStore {
  put(text: string): string;
  elementNode(element: object): unknown;
  noteElement(element: object, node: unknown): void;
  runHash(run: readonly unknown[]): string | undefined;
  noteRun(run: readonly unknown[], hash: string): void;
}

/**
 * Takes long texts and lists out of a value, and leaves their hashes in place: calls of a session repeat most of the call
 * before, and what is equal is stored once.
 */
export function extractTexts(value: unknown, texts: Map<string, string> | TextStore): unknown {
  return makeNode(value, texts instanceof Map ? makeMapStore(texts) : texts, 0);
}

function makeMapStore(texts: Map<string, string>): TextStore {
  return {
    put(text) {
      const hash = hashText(text);
      texts.set(hash, text);
      return hash;
    },
    elementNode: () => undefined,
    noteElement: () => undefined,
    runHash: () => undefined,
    noteRun: () => undefined,
  };
}

function makeNode(value: unknown, texts: TextStore, depth: number): unknown {
  if (typeof value === "string") return makeTextNode(value, texts, depth);
  if (value === null || typeof value !== "object" || depth > DEPTH_MAX) return value;
  if (Array.isArray(value)) return listNode(value as unknown[], texts, depth);
  return mapFields(value as Record<string, unknown>, escapeKey, (part) => makeNode(part, texts, depth + 1));
}

function mapFields(
  value: Readonly<Record<string, unknown>>,
  nameOf: (key: string) => string,
  partOf: (part: unknown) => unknown,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const name = nameOf(key);
    const part = partOf(value[key]);
    if (name === "__proto__") Object.defineProperty(fields, name, { ...AS_FIELD, value: part });
    else fields[name] = part;
  }
  return fields;
}

/** Prevents that an assignment to `__proto__` sets the prototype. */
const AS_FIELD = { enumerable: true, configurable: true, writable: true };

function makeTextNode(text: string, texts: TextStore, depth: number): unknown {
  if (text.length < TEXT_CHARS_MIN) return text;
  if (text.length >= JSON_CHARS_MIN && (text[0] === "{" || text[0] === "[")) {
    const value = parseJson(text);
    if (value !== undefined) return { $j: makeNode(value, texts, depth + 1) };
  }
  return { $t: texts.put(text) };
}

function listNode(list: readonly unknown[], texts: TextStore, depth: number): unknown {
  const nodes = list.map((element) => makeElementNode(element, texts, depth));
  if (nodes.length < RUN) return nodes;
  const runs: string[] = [];
  for (let i = 0; i + RUN <= nodes.length; i += RUN) runs.push(hashOfRun(nodes.slice(i, i + RUN), texts));
  return { $a: runs, rest: nodes.slice(runs.length * RUN) };
}

function hashOfRun(run: readonly unknown[], texts: TextStore): string {
  const knownHash = texts.runHash(run);
  if (knownHash !== undefined) return knownHash;
  const hash = texts.put(JSON.stringify(run));
  texts.noteRun(run, hash);
  return hash;
}

function makeElementNode(element: unknown, texts: TextStore, depth: number): unknown {
  if (typeof element !== "object" || element === null) return makeNode(element, texts, depth + 1);
  const hash = texts.elementNode(element);
  if (hash !== undefined) return hash;
  const whole = makeNode(element, texts, depth + 1);
  const json = JSON.stringify(whole);
  const node = json.length < ELEMENT_CHARS_MIN ? whole : { $o: texts.put(json) };
  texts.noteElement(element, node);
  return node;
}

export function hashText(text: string): string {
  return hashContent(text);
}

/** The hashes in extracted values, each with its type: a text, or JSON that may hold more hashes. */
export function listHashes(nodes: readonly unknown[]): Map<string, "text" | "json"> {
  const hashes = new Map<string, "text" | "json">();
  const todo = [...nodes];
  for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
    if (Array.isArray(node)) for (const part of node as unknown[]) todo.push(part ?? 0);
    if (typeof node !== "object" || node === null || Array.isArray(node)) continue;
    const { $t, $o, $a } = node as Record<string, unknown>;
    if (typeof $t === "string") hashes.set($t, hashes.get($t) ?? "text");
    else if (typeof $o === "string") hashes.set($o, "json");
    else {
      if (Array.isArray($a)) for (const hash of $a as string[]) hashes.set(hash, "json");
      for (const part of Object.values(node)) if (typeof part === "object" && part !== null) todo.push(part);
    }
  }
  return hashes;
}

/** A key that begins like one of the marks gets a second `$`. */
function escapeKey(key: string): string {
  return key.startsWith("$") ? `$${key}` : key;
}

function restoreKey(key: string): string {
  return key.startsWith("$") ? key.slice(1) : key;
}

/**
 * Makes a function that restores extracted values. A part that several values share is restored once and is the same
 * object in all of them, so readers can recognise it by identity.
 * @param textOf returns the text of a hash, and throws if it is missing
 */
export function makeAssembler(textOf: (hash: string) => string): (node: unknown) => unknown {
  const elements = new Map<string, unknown>();
  const short = new Map<string, unknown>();
  const runs = new Map<string, readonly unknown[]>();
  return assemble;

  function assemble(node: unknown): unknown {
    if (Array.isArray(node)) return (node as unknown[]).map(restoreElement);
    if (node === null || typeof node !== "object") return node;
    const { $t, $o, $a, $j, rest } = node as Record<string, unknown>;
    if (typeof $t === "string") return textOf($t);
    if (typeof $o === "string") return findElement($o);
    if (Array.isArray($a)) {
      const list: unknown[] = [];
      for (const hash of $a as string[]) for (const element of runOf(hash)) list.push(element);
      for (const element of (rest as unknown[] | undefined) ?? []) list.push(restoreElement(element));
      return list;
    }
    if ($j !== undefined) return JSON.stringify(assemble($j));
    return mapFields(node as Record<string, unknown>, restoreKey, assemble);
  }

  /** An element that is too short for a hash is known by its JSON. */
  function restoreElement(node: unknown): unknown {
    if (typeof node !== "object" || node === null || "$o" in node) return assemble(node);
    const json = JSON.stringify(node);
    let element = short.get(json);
    if (element === undefined) short.set(json, (element = assemble(node)));
    return element;
  }

  function findElement(hash: string): unknown {
    let element = elements.get(hash);
    if (element === undefined) elements.set(hash, (element = assemble(JSON.parse(textOf(hash)))));
    return element;
  }

  function runOf(hash: string): readonly unknown[] {
    let run = runs.get(hash);
    if (run === undefined)
      runs.set(hash, (run = (JSON.parse(textOf(hash)) as unknown[]).map(restoreElement)));
    return run;
  }
}

function parseJson(text: string): unknown {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && !deeperThan(value, JSON_DEPTH_MAX) ? value : undefined;
  } catch {
    return undefined;
  }
}
