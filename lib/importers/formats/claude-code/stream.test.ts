import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { claudeCodeStream } from "./stream";

const SESSION = "run-1";
const row = (fields: object) => ({ session_id: SESSION, parent_tool_use_id: null, ...fields });
const answer = (id: string, content: readonly object[], output: number, parent: string | null = null) =>
  row({
    type: "assistant",
    uuid: `${id}-${output}-${content.length}`,
    parent_tool_use_id: parent,
    message: {
      id,
      role: "assistant",
      model: "claude-x",
      content,
      usage: { input_tokens: 5, cache_read_input_tokens: 1_000, output_tokens: output },
    },
  });
const say = (text: string) => ({ type: "text", text });
const call = (id: string, name: string, input: object) => ({ type: "tool_use", id, name, input });
const result = (id: string, content: string, parent: string | null = null) =>
  row({
    type: "user",
    uuid: `of-${id}`,
    parent_tool_use_id: parent,
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
  });
const ending = (output: number, fields: object = {}) =>
  row({
    type: "result",
    subtype: "success",
    is_error: false,
    usage: { input_tokens: 1, output_tokens: output },
    ...fields,
  });

async function read(rows: readonly object[]) {
  const file = await textFile("run.jsonl", rows.map((one) => JSON.stringify(one)).join("\n"));
  const { sessions } = await runImporter(claudeCodeStream, [file]);
  return new Map([...sessions].map(([name, events]) => [name, foldSession(events)]));
}

describe("what a run of Claude Code prints", () => {
  it("is a session that begins in the middle, since the request is not printed", async () => {
    const sessions = await read([
      row({ type: "system", subtype: "init", claude_code_version: "2.1" }),
      answer("m1", [say("I look.")], 1),
      answer("m1", [call("t1", "Bash", { command: "ls" }), say("There.")], 2),
      result("t1", "a.txt"),
      answer("m2", [say("One file.")], 7),
      ending(9),
    ]);
    const { meta, turns, blocks } = sessions.get(SESSION) ?? {};
    expect(meta).toMatchObject({ agent: "Claude Code 2.1", outcome: "ok" });
    expect(meta?.notes?.join(" ")).toContain("what stood in the window before is not known");
    expect(turns?.map(({ usage }) => usage?.output)).toEqual([2, 7]);
    expect(blocks?.map(({ kind }) => kind)).toEqual([
      "assistant_text",
      "tool_call",
      "assistant_text",
      "tool_result",
      "assistant_text",
    ]);
  });

  it("has its agents as children of the call that started them", async () => {
    const prompt = row({
      type: "user",
      uuid: "p",
      parent_tool_use_id: "t1",
      message: { role: "user", content: [say("Count them.")] },
    });
    const sessions = await read([
      answer("m1", [call("t1", "Task", { description: "Count", prompt: "Count them." })], 3),
      prompt,
      answer("s1", [say("Three.")], 2, "t1"),
      result("t1", "Three."),
      answer("m2", [say("Three.")], 4),
      ending(7),
    ]);
    expect([...sessions.keys()]).toEqual([SESSION, `${SESSION}:agent-t1`]);
    const child = sessions.get(`${SESSION}:agent-t1`);
    expect(child?.turns[0]?.usage).toMatchObject({ output: null });
    expect(child?.meta).toMatchObject({ name: "Count", parent: { session: SESSION, toolCallId: "t1" } });
    expect(child?.blocks.map(({ kind }) => kind)).toEqual(["user_goal", "assistant_text"]);
  });

  it("gives the output of its calls only where the run's result says as much", async () => {
    for (const rest of [[ending(400)], []]) {
      const sessions = await read([answer("m1", [say("Long.")], 1), ...rest]);
      expect(sessions.get(SESSION)?.turns[0]?.usage).toMatchObject({ output: null });
      expect(sessions.get(SESSION)?.meta.notes?.join(" ")).toContain("output tokens");
    }
  });

  it("says how it failed, and names no program that does not name itself", async () => {
    const sessions = await read([
      answer("m1", [say("Trying.")], 3),
      ending(3, { subtype: "error_max_turns", is_error: true }),
    ]);
    expect(sessions.get(SESSION)?.meta).toMatchObject({ outcome: "failed", agent: null });
  });
});
