import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { chooseImporter } from "@/lib/importers/choose";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { importSample } from "@/lib/testing/samples";

/** A call of Kimi Code that answers with one word. */
function makeStep(asked: object): object[] {
  const of = (event: object) => ({ type: "context.append_loop_event", event });
  return [
    of({ type: "step.begin" }),
    { type: "llm.request", kind: "loop", model: "lab-m-4", ...asked },
    of({ type: "content.part", part: { type: "text", text: "Four." } }),
    of({ type: "step.end", usage: { inputOther: 40, output: 2, inputCacheRead: 0, inputCacheCreation: 0 } }),
  ];
}

async function figuresOf(sample: string) {
  const { format, sessions, warnings } = await importSample(sample);
  return {
    format,
    warnings,
    turns: sessions.flatMap(({ turns }) =>
      turns.map(({ usage, toolCalls }) => [usage?.input ?? null, usage?.output ?? null, toolCalls]),
    ),
    results: sessions.flatMap(({ blocks }) =>
      blocks.filter(({ kind }) => kind === "tool_result").map(({ toolName, isError }) => [toolName, isError]),
    ),
    kinds: sessions.flatMap(({ blocks }) => blocks.map(({ kind }) => kind)),
  };
}

describe("programs that keep another one's records", () => {
  it("Kimi CLI keeps messages a line, with what stood in the window before an answer and behind it", async () => {
    const figures = await figuresOf("chat-lines.jsonl");
    expect([figures.format, figures.warnings]).toEqual(["chat_lines", {}]);
    expect(figures.turns).toEqual([
      [4_100, 50, 1],
      [4_190, 12, 0],
      [null, null, 0],
    ]);
    expect(figures.results).toEqual([["ReadFile", false]]);
    expect(figures.kinds).toEqual(expect.arrayContaining(["system_rules", "user_goal", "thinking"]));
  });

  it("nanobot describes the session in a record before its messages", async () => {
    const header = { _type: "metadata", key: "cli:direct", created_at: "2026-06-03T14:27:58", metadata: {} };
    const messages = [
      { role: "user", content: "How many lamps?", timestamp: "2026-06-03T14:28:00" },
      { role: "assistant", content: "Four.", timestamp: "2026-06-03T14:28:02" },
    ];
    const importLines = async (records: readonly object[]) => {
      const text = records.map((record) => JSON.stringify(record)).join("\n");
      const file = await textFile("cli_direct.jsonl", text);
      const { importer } = chooseImporter(file.sniff);
      return importer === null ? null : { id: importer.id, ...(await runImporter(importer, [file])) };
    };
    const found = await importLines([{ ...header, last_consolidated: 1 }, ...messages]);
    expect([found?.id, [...(found?.warnings ?? [])]]).toEqual(["chat_lines", []]);
    const [events = []] = [...(found?.sessions.values() ?? [])];
    expect(events[0]).toMatchObject({
      at: Date.UTC(2026, 5, 3, 14, 27, 58),
      notes: expect.arrayContaining([expect.stringContaining("its first 1 messages were sent no more")]),
    });
    expect(await importLines([header, header, ...messages])).toBeNull();
    expect(await importLines([header])).toBeNull();
  });

  it("iFlow repeats a call in the next row: each is one call, and its result is what was sent", async () => {
    const figures = await figuresOf("iflow.jsonl");
    expect([figures.format, figures.warnings]).toEqual(["iflow", { repeated_row: 1 }]);
    expect(figures.turns.map(([, , tools]) => tools)).toEqual([2, 1, 0]);
    expect(figures.results).toEqual([
      ["read_file", false],
      ["read_file", false],
      ["replace", true],
    ]);
  });

  it("opencode's hooks keep calls and results without ids, which are paired by tool and order", async () => {
    const figures = await figuresOf("opencode-transcript.jsonl");
    expect([figures.format, figures.warnings]).toEqual(["opencode_transcript", {}]);
    expect(figures.turns.map(([, , tools]) => tools)).toEqual([2, 1]);
    expect(figures.results.map(([tool]) => tool).sort()).toEqual(["grep", "read", "read"]);
  });

  it("opencode prints as it runs the parts that it stores, with the usage of each step", async () => {
    const figures = await figuresOf("opencode-run.jsonl");
    expect([figures.format, figures.warnings]).toEqual(["opencode", {}]);
    expect(figures.turns).toEqual([
      [9_010, 20, 1],
      [9_050, 8, 0],
    ]);
  });

  it("Amp renames the parts of Anthropic's API: what its tools' runs gave is what was sent", async () => {
    const figures = await figuresOf("amp-thread.json");
    expect([figures.format, figures.warnings]).toEqual(["amp", {}]);
    expect(figures.turns).toEqual([
      [5_110, 60, 2],
      [5_225, 30, 3],
      [5_393, 22, 0],
    ]);
    expect(figures.results).toEqual([
      ["shell_command", false],
      ["shell_command", true],
      ["Task", false],
      ["apply_patch", true],
      ["skill", false],
    ]);
  });

  it("Kimi Code writes down steps: a result before its step's end, a request without one, what a compaction kept", async () => {
    const figures = await figuresOf("kimi-wire.jsonl");
    expect([figures.format, figures.warnings]).toEqual([
      "kimi_wire",
      { beside_context: 6, unanswered_request: 1 },
    ]);
    expect(figures.turns).toEqual([
      [400, 20, 1],
      [460, 5, 0],
      [510, 40, 0],
      [90, 12, 1],
    ]);
    expect(figures.results).toEqual([
      ["Bash", false],
      ["Bash", true],
    ]);
    const { sessions } = await importSample("kimi-wire.jsonl");
    expect(sessions[0]?.compactions.length).toBe(1);
    // The instructions, the kept question, the summary and the new question.
    expect(sessions[0]?.turns.at(-1)?.window.entries).toBe(4);
  });

  it("Kimi Code sends the prompt that a request states, also after another one was set", async () => {
    const records = [
      { type: "metadata", protocol_version: "1.4", created_at: 1_780_000_000_000 },
      { type: "config.update", systemPrompt: "Help in the lamp shop." },
      { type: "context.append_message", message: { role: "user", content: "How many lamps?" } },
      ...makeStep({}),
      { type: "config.update", systemPrompt: "Help in the lamp shop. Two files changed." },
      ...makeStep({ systemPrompt: "Help in the lamp shop." }),
      ...makeStep({}),
    ];
    const file = await textFile("wire.jsonl", records.map((record) => JSON.stringify(record)).join("\n"));
    const choice = chooseImporter(file.sniff);
    if (choice.importer === null) throw new Error(choice.reason);
    const { sessions, warnings } = await runImporter(choice.importer, [file]);
    const changed = [...sessions.values()]
      .flat()
      .flatMap((event) => (event.type === "turn.recorded" ? [event.window] : []))
      .map((window) => (window !== undefined && "change" in window ? window.change : []));
    expect(
      changed.map((blocks) => blocks?.map((block) => (typeof block === "string" ? block : block.content))),
    ).toEqual([[], [], ["Help in the lamp shop. Two files changed."]]);
    expect([...warnings]).toEqual([]);
  });

  it("Grok Build says who speaks in a record's type, and keeps pieces of an answer before it", async () => {
    const call = (id: string, name: string) => ({ id, name, arguments: '{"path":"a.txt"}' });
    const lines = [
      { type: "system", content: "Be brief." },
      {
        type: "user",
        content: [{ type: "text", text: "<system-reminder>A</system-reminder>" }],
        synthetic_reason: "x",
      },
      { type: "user", content: [{ type: "text", text: "Read a.txt" }], prompt_index: 0 },
      { type: "reasoning", id: "r", summary: [{ type: "summary_text", text: "It is short." }] },
      {
        type: "assistant",
        content: "I read it.",
        tool_calls: [call("c-1", "read_file")],
        model_id: "lab-m-4",
      },
      { type: "tool_result", tool_call_id: "c-1", content: "four" },
      { type: "backend_tool_call", kind: { tool_type: "web_search", action: { query: "four" }, id: "w-1" } },
      { type: "assistant", content: "Four.", model_id: "lab-m-4" },
    ];
    const file = await textFile(
      "chat_history.jsonl",
      lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    );
    const { importer } = chooseImporter(file.sniff);
    if (importer === null) throw new Error("it is not recognised");
    const { sessions, warnings } = await runImporter(importer, [file]);
    const [events = []] = sessions.values();
    const { meta, turns, blocks } = foldSession(events);
    expect([importer.id, [...warnings.keys()], meta.name]).toEqual(["chat_lines", [], "Read a.txt"]);
    expect(turns.map(({ model, toolCalls }) => [model, toolCalls])).toEqual([
      ["lab-m-4", 1],
      ["lab-m-4", 1],
    ]);
    expect(blocks.map(({ kind, toolName }) => (toolName === null ? kind : `${kind} ${toolName}`))).toEqual([
      "system_rules",
      "other",
      "user_goal",
      "thinking",
      "assistant_text",
      "tool_call read_file",
      "tool_result read_file",
      "tool_call web_search",
      "assistant_text",
    ]);
  });
});
