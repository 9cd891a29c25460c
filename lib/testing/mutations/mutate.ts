import type { Draw } from "../injected/draw";
import { valueOf } from "./records";

export const MUTATIONS = ["drop", "double", "move", "cut", "strange", "no object", "new kind"] as const;
type Mutation = (typeof MUTATIONS)[number];

export interface Mutated {
  readonly records: readonly unknown[];
  readonly done: string;
}

/** Changes a few records of a file: some are removed, repeated, moved, damaged or given an unknown kind. */
export function mutated(records: readonly unknown[], draw: Draw): Mutated {
  const steps = Array.from({ length: draw.int(1, 4) }, () => draw.pick(MUTATIONS));
  return steps.reduce<Mutated>(
    ({ records: before, done }, how) => {
      const at = before.length === 0 ? 0 : draw.int(0, before.length - 1);
      return { records: changed(before, how, at, draw), done: `${done} ${how} ${at};` };
    },
    { records, done: "" },
  );
}

function changed(records: readonly unknown[], how: Mutation, at: number, draw: Draw): readonly unknown[] {
  switch (how) {
    case "drop":
      return records.length > 1 ? records.toSpliced(at, 1) : records;
    case "double":
      return records.length > 0 ? records.toSpliced(at, 0, structuredClone(records[at])) : records;
    case "move": {
      const to = draw.int(0, Math.max(0, records.length - 1));
      return records.toSpliced(at, 1).toSpliced(to, 0, ...records.slice(at, at + 1));
    }
    case "cut":
      return records.slice(0, Math.max(1, at));
    case "strange":
      return records.toSpliced(at, 0, { type: "zz_unknown", zz_text: "words that must not vanish" });
    case "no object":
      return records.toSpliced(at, 0, 7);
    case "new kind":
      return records.map((record, i) => (i === at ? ofNewKind(record) : record));
  }
}

const KINDS = ["type", "kind", "run_type", "say"];

function ofNewKind(record: unknown): unknown {
  const value = valueOf(record);
  if (value === null || typeof value !== "object") return record;
  const key = KINDS.find((name) => typeof (value as Record<string, unknown>)[name] === "string");
  return key === undefined ? record : { ...value, [key]: "zz_new_kind" };
}

export function withUnknownKeys(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withUnknownKeys(item, key));
  if (value === null || typeof value !== "object") return value;
  const inner = Object.entries(value).map(([name, field]) => [
    name,
    CONTENT.has(name) ? (field as unknown) : withUnknownKeys(field, key),
  ]);
  return { ...Object.fromEntries(inner), [key]: "x" };
}

const CONTENT = new Set([
  ...["arguments", "args", "input", "parameters", "attributes", "tools", "toolUseResult"],
]);

export function withUnknownKey(record: unknown, key: string): unknown {
  const value = valueOf(record);
  if (value === null || typeof value !== "object" || Array.isArray(value)) return record;
  return { ...value, [key]: { words: "that must not vanish" } };
}
