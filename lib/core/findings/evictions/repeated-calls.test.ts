import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { callLoop } from "./call-loop";
import { duplicateCall } from "./duplicate-call";
import { refetch } from "./refetch";

type Step = readonly [tool: string, args: unknown, result: string];

const codes = (builder: TraceBuilder) =>
  findAll(analyseRecording(foldRecording(builder.events())), undefined, [
    callLoop,
    duplicateCall,
    refetch,
  ]).findings.map(({ code }) => code);

const making = (steps: readonly Step[], leaves = false) =>
  steps
    .reduce(
      (builder, [tool, args], i) =>
        builder.turn((t) => {
          if (i > 0) t.result(`c${i - 1}`, steps[i - 1]?.[2] ?? "");
          if (leaves && i > 1) t.drop(`call:c${i - 2}`, `result:c${i - 2}`);
          t.calls(tool, args, `c${i}`);
        }),
      trace().turn((t) => t.user("Go.")),
    )
    .turn((t) => t.result(`c${steps.length - 1}`, steps.at(-1)?.[2] ?? ""));

const times = (n: number, step: (i: number) => Step): Step[] => Array.from({ length: n }, (_, i) => step(i));

describe.each([false, true])("calls made again, where results leave: %s", (leaves) => {
  it.each<[string, Step[]]>([
    ["asking how far a job is", times(8, (i) => ["get_job", { id: 7 }, `{"done":${i * 10}}`])],
    ["turning pages", times(8, (i) => ["scroll_down", {}, `page ${i}\nline ${i}`])],
    [
      "testing after edits",
      times(8, (i) =>
        i % 2 === 0
          ? ["bash", { command: "npm test" }, "1 failed"]
          : ["edit_file", { path: "a.ts", text: `${i}` }, "ok"],
      ),
    ],
    [
      "building after a command that changes something",
      [
        ["bash", { command: "make" }, "error"],
        ["bash", { command: "sed -i s/a/b/ a.c" }, ""],
        ["bash", { command: "make" }, "error"],
      ],
    ],
    [
      "reading a long file part by part",
      times(6, (i) => ["read_file", { path: "a.ts", offset: i * 100 + 1, limit: 100 }, `part ${i}`]),
    ],
  ])("%s is no loop, no duplicate and no re-fetch", (_, steps) => {
    expect(codes(making(steps, leaves))).toEqual([]);
  });

  it("the same questions with the same answers are a loop, and duplicates where they stand", () => {
    const found = codes(
      making(
        times(9, (i) => ["read_file", { path: `prices/${i % 3}.txt` }, `${i % 3} EUR`]),
        leaves,
      ),
    );
    const each = leaves ? "refetch.after_eviction" : "call.duplicate";
    expect(new Set(found)).toEqual(new Set(["call.loop", each]));
  });
});
