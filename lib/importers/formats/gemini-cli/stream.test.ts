import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { importPath } from "@/lib/testing/import-file";

describe("what Gemini CLI prints as it runs", () => {
  it("is a session: a call ends with the results of its tools, and pieces of a text are one text", async () => {
    const { format, sessions } = await importPath("lib/importers/samples/gemini-cli-stream.jsonl");
    expect(format).toBe("gemini_cli_stream");
    const [events = []] = sessions.values();
    const { turns, blocks, meta } = foldSession(events);
    expect(turns.map(({ output }) => output.length)).toEqual([3, 1, 1]);
    const said = events.flatMap((event) => (event.type === "turn.recorded" ? (event.output ?? []) : []));
    expect(said.filter(({ kind }) => kind === "assistant_text").map(({ content }) => content)).toEqual([
      "I look at the folder and at the readme.",
      "prices.csv: a bolt costs 0.12.",
    ]);
    expect(blocks.filter(({ isError }) => isError).map(({ toolName }) => toolName)).toEqual(["read_file"]);
    // Its output leaves thoughts out; the total has them.
    expect(meta.reported).toMatchObject({ tokensSent: 7_200, tokensReceived: 210 });
    expect(meta.outcome).toBe("ok");
  });
});
