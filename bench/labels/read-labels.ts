import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describeIssue } from "@/lib/core/plain-issues";
import type { Label } from "./schema";
import { labelSchema } from "./schema";

/** All records of `bench/labels/*.jsonl`. Throws with file, line and field where one is not as declared. */
export function readLabels(folder: string): Label[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .flatMap((name) =>
      readFileSync(path.join(folder, name), "utf8")
        .split("\n")
        .flatMap((line, i) => (line.trim() === "" ? [] : [readLabel(line, `${name}:${i + 1}`)])),
    );
}

function readLabel(line: string, place: string): Label {
  const { success, data, error } = labelSchema.safeParse(JSON.parse(line));
  if (!success) throw new Error(`${place}: ${describeIssue(error)}`);
  return data;
}
