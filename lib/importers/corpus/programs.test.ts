import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { CORPUS } from "@/lib/testing/corpus/corpus";
import { importPath } from "@/lib/testing/import-file";

/** Counted by scripts that share nothing with the importers. */
const FILES = [
  {
    file: "opencode/pfm-categorization.json",
    format: "opencode",
    sessions: 1,
    calls: 21,
    measured: 21,
    tools: 25,
    input: 2_059_786,
    output: 71_366,
    windows: [1, 43, 76],
  },
  {
    file: "aider_history/hmtipemuda.md",
    format: "aider_history",
    sessions: 3,
    calls: 9,
    measured: 7,
    tools: 0,
    input: 13_956,
    output: 1_544,
    windows: null,
  },
];

const hasFiles = FILES.some(({ file }) => existsSync(path.join(CORPUS, file)));
if (!hasFiles)
  console.warn(`SKIPPED: files of opencode and Aider that others published are not in ${CORPUS}`);

describe("a published file", () => {
  it.skipIf(!hasFiles).each(FILES)(
    "$file has what was counted in it",
    async ({ file, windows, ...counted }) => {
      const { format, sessions } = await importPath(path.join(CORPUS, file));
      const read = [...sessions.values()].map((events) => foldSession(events));
      const turns = read.flatMap((session) => session.turns);
      const sum = (of: (turn: (typeof turns)[number]) => number) =>
        turns.reduce((total, turn) => total + of(turn), 0);
      expect({
        format,
        sessions: read.length,
        calls: turns.length,
        measured: turns.filter(({ usage }) => usage !== null).length,
        tools: sum(({ toolCalls }) => toolCalls),
        input: sum(({ usage }) => usage?.input ?? 0),
        output: sum(({ usage }) => usage?.output ?? 0),
      }).toEqual({ ...counted, format: counted.format });
      const at = [0, turns.length >> 1, turns.length - 1];
      if (windows !== null) expect(at.map((turn) => turns[turn]?.window.entries)).toEqual(windows);
    },
  );
});
