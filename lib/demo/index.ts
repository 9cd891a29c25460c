import { readFileSync } from "node:fs";
import path from "node:path";
import type { TraceEvent } from "@/lib/core/trace/event";
import { parseEvent } from "@/lib/core/trace/parse-event";

/** Each is a file of events beside this one, in the form that the API takes and the importer reads. */
export const DEMO_STORIES = [
  "refund",
  "eight-turn-loop",
  "openclaw-pruning",
  "publishing-daemon",
  "test-fixing",
  "three-checkpoints",
  "release-notes",
] as const;

/** The events of one demo session, in their order. Throws on a line that is no event. */
export function demoStory(name: (typeof DEMO_STORIES)[number]): TraceEvent[] {
  const file = path.join(/* turbopackIgnore: true */ process.cwd(), "lib/demo", `${name}.jsonl`);
  return readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line, i) => {
      const parsed = parseEvent(JSON.parse(line));
      if (!parsed.ok) throw new Error(`line ${i + 1} of ${file} is no event`);
      return parsed.event;
    });
}
