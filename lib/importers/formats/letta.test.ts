import { describe, expect, it } from "vitest";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { importSample } from "@/lib/testing/samples";

async function imported() {
  const { format, sessions } = await importSample("letta.af");
  const [session] = sessions;
  if (session === undefined) throw new Error("no session");
  return { format, session };
}

describe("Letta agent file", () => {
  it("keeps what the window holds now behind the alert that messages were hidden", async () => {
    const { format, session } = await imported();
    expect(format).toBe("letta_af");
    expect(drawSession(session)).toMatchInlineSnapshot(`
      "system                          |##|
      user_message:1efc9462b008       | #|
      tool:send_message               |##|
      assistant_text:e044d3df17ba     |# |
      call:b0                         |# |
      result:b0                       |# |
      other:02e89b8bde76              |# |
      user_goal:90f027c736f0          |# |
      compaction_summary:95cf1fc10559 | #|"
    `);
    expect(session.compactions).toMatchObject([{ turn: 1, removed: 5 }]);
  });

  it("takes no call from what was written into the agent before anybody spoke to it", async () => {
    const { session } = await imported();
    expect(session.turns.map(({ toolCalls }) => toolCalls)).toEqual([1, 1]);
    expect(session.toolCalls).toBe(3);
  });

  it("has one system prompt, which changes with the memory in it", async () => {
    const { session } = await imported();
    const system = session.blocks.filter(({ kind }) => kind === "system_rules");
    expect(system.map(({ id, versions }) => [id, versions.length])).toEqual([["system", 2]]);
  });

  it("says that windows are inferred and usage is unknown", async () => {
    const { session } = await imported();
    expect(session.turns.map(({ windowProvenance, usage }) => [windowProvenance, usage])).toEqual([
      ["inferred", null],
      ["inferred", null],
    ]);
    expect(session.meta).toMatchObject({ contextWindow: 32_000, model: "lab/m" });
  });
});
