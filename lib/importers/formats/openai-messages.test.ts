import { describe, expect, it } from "vitest";
import { chooseImporter } from "@/lib/importers/choose";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { textFile } from "@/lib/testing/import-file";
import { importSample } from "@/lib/testing/samples";
import { openaiMessages } from "./openai-messages";

describe("OpenAI message lists", () => {
  it("reads runs whose messages and tools are JSON text, and passes over empty ones", async () => {
    const { format, sessions, warnings } = await importSample("openai-messages.json");
    expect(format).toBe("openai_messages");
    expect(sessions.map(({ meta, turns }) => [meta.name, turns.length, meta.outcome])).toEqual([
      ["shop-1", 2, "wrong"],
      ["shop-1", 1, "ok"],
    ]);
    expect(warnings).toEqual({ no_messages: 1 });
    const [session] = sessions;
    if (session === undefined) throw new Error("no session");
    expect(drawSession(session)).toMatchInlineSnapshot(`
      "tool:bash              |##|
      system                 |##|
      user_goal:528e012fb8b2 |##|
      call:a1                | #|
      result:a1              | #|"
    `);
  });

  it("reads the commands of a text protocol as calls, and code that is merely shown as text", async () => {
    const { sessions } = await importSample("openai-messages-text.json");
    const [session] = sessions;
    if (session === undefined) throw new Error("no session");
    expect(drawSession(session)).toMatchInlineSnapshot(`
      "system                      |#####|
      user_goal:528e012fb8b2      |#####|
      assistant_text:da390a23c5f4 | ####|
      call:step-0                 | ####|
      result:step-0               | ####|
      assistant_text:dd9ad0ffe563 |  ###|
      call:step-1                 |  ###|
      result:step-1               |  ###|
      assistant_text:7e6bed6be251 |   ##|
      user_message:4894e3e47014   |   ##|
      assistant_text:63e890a709e4 |    #|
      call:step-3                 |    #|
      result:step-3               |    #|"
    `);
    expect(session.toolCalls).toBe(4);
    expect(session.blocks.filter(({ kind }) => kind === "tool_call").map(({ toolName }) => toolName)).toEqual(
      ["open", "python", "python", "submit"],
    );
    expect(session.repeats).toMatchObject([{ turn: 3, earlierTurn: 1, earlierResult: "in_window" }]);
    expect(session.turns.every((turn) => turn.windowProvenance === "inferred")).toBe(true);
    expect(session.meta).toMatchObject({
      model: "swe-agent-llama",
      outcome: "ok",
      outcomeReason: "submitted",
    });
  });

  it.each([
    ['{"messages":[{"role":"user"}],"agents":[]}', false],
    ['{"model":"m","messages":[{"role":"user"}],"metadata":{}}', false],
    ['[{"messages":"text"}]', true],
    ['{"messages":[{"role":"user"}]}\n{"messages":[{"role":"user"}]}', true],
  ])("recognises %s: %s", async (text, recognised) => {
    const { sniff } = await textFile("f", text);
    expect(openaiMessages.recognise(sniff).missing === null).toBe(recognised);
  });

  it("are taken, too, where one list is longer than what is looked at first and other keys stand behind it", async () => {
    const messages = Array.from({ length: 3_000 }, (_, i) => ({
      ...{ role: i % 2 === 0 ? "user" : "assistant", content: `${i} ${"x".repeat(100)}` },
    }));
    for (const beside of [{ meta: { cwd: "/" } }, { phases: [] }]) {
      const run = { format: "openai-chat", model: "lab-m-4", messages, ...beside };
      const file = await textFile("run.json", JSON.stringify(run));
      expect(chooseImporter(file.sniff).importer?.id).toBe("openai_messages");
    }
  });
});
