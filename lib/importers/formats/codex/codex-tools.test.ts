import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { codex } from ".";

const META = { type: "session_meta", payload: { id: "tools", cwd: "/home/dev/shop" } };
const item = (payload: object) => ({ type: "response_item", payload });
const call = (id: string, fields: object) =>
  item({ type: "function_call", call_id: id, arguments: "{}", ...fields });

async function read(...lines: object[]) {
  const timed = [META, ...lines].map((line, i) =>
    JSON.stringify({ timestamp: `2026-03-02T09:00:${10 + i}.000Z`, ...line }),
  );
  const { sessions, warnings } = await runImporter(codex, [
    await textFile("rollout-1.jsonl", timed.join("\n")),
  ]);
  return { ...foldSession([...sessions.values()][0] ?? []), warnings: [...warnings] };
}

function toolsOf({ blocks }: Awaited<ReturnType<typeof read>>) {
  return blocks
    .filter(({ kind }) => kind === "tool_call" || kind === "tool_result")
    .map(({ kind, toolName, toolCallId, versions }) => [kind, toolName, toolCallId, versions[0]?.text]);
}

describe("the tools of a rollout", () => {
  it("are called by the names that their servers give them", async () => {
    const session = await read(
      call("a", { name: "exec_command", namespace: null }),
      call("b", { name: "exec_command", namespace: "mcp__foo" }),
      call("c", { name: "lookup_order", namespace: "mcp__orders__" }),
      call("d", { name: "_search", namespace: "mcp__apps__mail" }),
      item({ type: "custom_tool_call", call_id: "e", name: "apply_patch", input: "*** Begin" }),
      item({ type: "local_shell_call", call_id: "f", action: { type: "exec", command: ["ls"] } }),
      item({ type: "web_search_call", id: "g", action: { type: "search", query: "q" } }),
    );
    expect(toolsOf(session).map(([, name]) => name)).toEqual([
      ...["exec_command", "mcp__foo__exec_command", "mcp__orders__lookup_order", "mcp__apps__mail_search"],
      ...["apply_patch", "local_shell", "web_search"],
    ]);
  });

  it("have their results, as records of either API", async () => {
    const session = await read(
      item({ type: "tool_use", id: "a", name: "read", input: { path: "a.py" } }),
      call("b", { name: "search", namespace: "mcp__docs" }),
      item({ type: "tool_result", tool_use_id: "a", content: "print(1)" }),
      item({ type: "function_call_output", call_id: "b", output: [{ type: "input_text", text: "found" }] }),
      item({ type: "message", role: "assistant", content: [{ type: "output_text", text: "Done." }] }),
    );
    expect(toolsOf(session)).toEqual([
      ["tool_call", "read", "a", '{"path":"a.py"}'],
      ["tool_call", "mcp__docs__search", "b", "{}"],
      ["tool_result", "read", "a", "print(1)"],
      ["tool_result", "mcp__docs__search", "b", "found"],
    ]);
  });

  it("fail where a script says so above its output, and nowhere else", async () => {
    const output = (end: string) => `${end}\nWall time 0.1 seconds\nOutput:\n\nScript error:\nno such lines`;
    const { blocks } = await read(
      item({ type: "custom_tool_call", call_id: "a", name: "exec", input: "patch()" }),
      item({ type: "custom_tool_call_output", call_id: "a", output: output("Script failed") }),
      item({ type: "custom_tool_call", call_id: "b", name: "exec", input: "patch()" }),
      item({ type: "custom_tool_call_output", call_id: "b", output: output("Script completed") }),
      item({ type: "message", role: "assistant", content: [{ type: "output_text", text: "Done." }] }),
    );
    const results = blocks.filter(({ kind }) => kind === "tool_result");
    expect(results.map(({ isError }) => isError)).toEqual([true, false]);
  });

  it("fail where the heading of a command's output states a code, and not where the output does", async () => {
    const output = (end: string) => `Chunk ID: 1a\nWall time: 0.1 seconds\n${end}\nOutput:\nExit code: 1`;
    const ends = [
      "Process exited with code 1",
      "Process exited with code 0",
      "Process running with session ID 1",
    ];
    const { blocks } = await read(
      ...ends.flatMap((end, i) => [
        item({ type: "function_call", call_id: `c${i}`, name: "exec_command", arguments: "{}" }),
        item({ type: "function_call_output", call_id: `c${i}`, output: output(end) }),
      ]),
      item({ type: "message", role: "assistant", content: [{ type: "output_text", text: "Done." }] }),
    );
    const results = blocks.filter(({ kind }) => kind === "tool_result");
    expect(results.map(({ isError }) => isError)).toEqual([true, false, false]);
  });

  it("fail where the user ended them, and not where an output says so", async () => {
    const ends = [
      "aborted by user after 31.2s",
      "Wall time: 4.0 seconds\naborted by user",
      "The log says: aborted by user",
    ];
    const { blocks } = await read(
      ...ends.flatMap((output, i) => [
        item({ type: "function_call", call_id: `c${i}`, name: "shell", arguments: "{}" }),
        item({ type: "function_call_output", call_id: `c${i}`, output }),
      ]),
      item({ type: "message", role: "assistant", content: [{ type: "output_text", text: "Done." }] }),
    );
    const results = blocks.filter(({ kind }) => kind === "tool_result");
    expect(results.map(({ isError }) => isError)).toEqual([true, true, false]);
  });

  it("may be other agents: what these say stands in the window", async () => {
    const said = { author: "/lead/a", recipient: "/lead", content: "The tests pass now." };
    const { blocks, turns, warnings } = await read(
      item({ type: "message", role: "user", content: [{ type: "input_text", text: "Fix it" }] }),
      { type: "inter_agent_communication", payload: said },
      { type: "inter_agent_communication_metadata", payload: { trigger_turn: true } },
      item({ type: "message", role: "assistant", content: [{ type: "output_text", text: "Done." }] }),
    );
    expect(blocks.map(({ kind, versions }) => [kind, versions[0]?.text])).toContainEqual([
      "user_message",
      "The tests pass now.",
    ]);
    expect([turns[0]?.window.entries, warnings]).toEqual([2, []]);
  });
});
