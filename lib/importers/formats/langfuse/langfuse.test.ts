import { describe, expect, it } from "vitest";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { importSample, sampleText } from "@/lib/testing/samples";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { groupFiles } from "@/lib/importers/group";
import { langfuse } from ".";
import { LANGFUSE_OBSERVATION } from "./records";
import { readGenerationUsage } from "./usage";

async function imported() {
  const { format, sessions } = await importSample("langfuse-trace.json");
  const [main, side] = sessions;
  if (main === undefined || side === undefined) throw new Error("two conversations were expected");
  return { format, main, side };
}

describe("Langfuse trace", () => {
  it("has its innermost generations for calls, in the order of time", async () => {
    const { format, main } = await imported();
    expect(format).toBe("langfuse_trace");
    expect(main.turns.map(({ turnId }) => turnId)).toEqual(["gen-1", "gen-2", "gen-3"]);
    expect(main.meta).toMatchObject({ name: "docs-chat", model: "lab-3", role: "main" });
  });

  it("goes on from the call before where a generation shows no messages, with the tools that ran", async () => {
    const { main } = await imported();
    expect(drawSession(main)).toMatchInlineSnapshot(`
      "tool:searchDocs             |###|
      system                      |###|
      user_goal:5f235ddbe864      |###|
      assistant_text:dd03d044eb12 | ##|
      call:call-1                 | ##|
      result:call-1               | ##|
      call:call-2                 |  #|
      result:call-2               |  #|"
    `);
    expect(main.turns.map(({ windowProvenance }) => windowProvenance)).toEqual([
      "measured",
      "inferred",
      "inferred",
    ]);
  });

  it("blames a rise on the turn that brought it in", async () => {
    const { main } = await imported();
    expect(main.turns.map(({ delta }) => [delta.value, delta.causedByTurn])).toEqual([
      [100, null],
      [2_000, 0],
      [20, 1],
    ]);
  });

  it("keeps another conversation of the trace apart, as a side call", async () => {
    const { side } = await imported();
    expect(side.turns).toHaveLength(1);
    expect(side.meta).toMatchObject({ role: "side", parent: { session: "trace-1" }, name: "make-title" });
  });
});

describe("usage of a generation", () => {
  it.each([
    ["includes its details", { input: 100, output: 20, input_cached_tokens: 40, total: 120 }, 100, 20, 40],
    ["leaves them out", { input: 20, output: 10, input_cached_tokens: 80, total: 110 }, 100, 10, 80],
    ["is 0 for not reported", { input: 0, output: 0, total: 0 }, undefined, undefined, undefined],
    ["has older names", { promptTokens: 7, completionTokens: 3, totalTokens: 10 }, 7, 3, undefined],
  ])("%s", (_, usageDetails, input, output, cacheRead) => {
    const usage = readGenerationUsage(LANGFUSE_OBSERVATION.of({ usageDetails }));
    expect([usage?.input, usage?.output, usage?.cacheRead]).toEqual([input, output, cacheRead]);
  });
});

describe("Langfuse observations without their trace", () => {
  type Observation = Record<string, unknown>;
  const { observations } = JSON.parse(sampleText("langfuse-trace.json")) as { observations: Observation[] };
  const page = (data: readonly Observation[], n: number) =>
    JSON.stringify({ data, meta: { page: n, limit: 4, totalItems: observations.length, totalPages: 2 } });
  const underscored = (one: Observation) =>
    Object.fromEntries(
      Object.entries(one).map(([key, value]) => [
        key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        value,
      ]),
    );

  it.each<[string, string[]]>([
    ["pages of the API", [page(observations.slice(0, 4), 1), page(observations.slice(4), 2)]],
    ["a list", [JSON.stringify(observations)]],
    ["lines", [observations.map((one) => JSON.stringify(one)).join("\n")]],
    ["lines of a scheduled export", [observations.map((one) => JSON.stringify(underscored(one))).join("\n")]],
  ])("are the sessions of their trace: %s", async (_, texts) => {
    const files = await Promise.all(texts.map((text, i) => textFile(`export/${i}.json`, text)));
    const { groups } = groupFiles(files);
    expect(groups.map(({ importer }) => importer.id)).toEqual(["langfuse_trace"]);
    const { sessions, warnings } = await runImporter(langfuse, files);
    const { main, side } = await imported();
    expect([...sessions.values()].map((events) => drawSession(foldSession(events)))).toEqual(
      [main, side].map((session) => drawSession(session)),
    );
    expect([...warnings]).toEqual([]);
  });
});
