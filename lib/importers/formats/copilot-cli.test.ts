import { toWire } from "@/lib/core/trace/event";
import { eventSchema } from "@/lib/core/trace/event-schema";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { copilotCli } from "./copilot-cli";
import { describe, expect, it } from "vitest";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { importSample } from "@/lib/testing/samples";

describe("events of Copilot CLI", () => {
  it("are a session and one for each sub-agent, started by its call", async () => {
    const { format, sessions, warnings } = await importSample("copilot-cli.jsonl");
    expect([format, warnings]).toEqual(["copilot_cli", { repeated_event: 7 }]);
    expect(sessions.map(({ meta }) => [meta.role, meta.name, meta.parent?.toolCallId])).toEqual([
      ["main", null, undefined],
      ["subagent", "Explore Agent", "call_3"],
    ]);
    expect(sessions.map((session) => drawSession(session)).join("\n\n")).toMatchInlineSnapshot(`
      "system                          |######|
      other:00048d996067              |####  |
      user_goal:e4562591b2fc          |####  |
      thinking:58936e4b40c2           | ###  |
      assistant_text:c4598fc99c32     | ###  |
      call:call_1                     | ###  |
      call:call_2                     | ###  |
      result:call_2                   | ###  |
      result:call_1                   | ###  |
      call:call_3                     |  ##  |
      result:call_3                   |  ##  |
      assistant_text:8d5ba5650efb     |   #  |
      compaction_summary:1cbd2d94e4ea |    ##|
      user_message:9f95e0a7ad31       |    ##|

      user_goal:2e53c071f5f9 |#|"
    `);
  });

  it("say which call failed, which tool failed, and what a compaction freed", async () => {
    const { sessions } = await importSample("copilot-cli.jsonl");
    const [main] = sessions;
    expect(main?.turns.map(({ error }) => error).filter(Boolean)).toEqual(["429: Rate limit exceeded"]);
    expect(main?.turns.map(({ usage }) => [usage?.input, usage?.output])).toEqual([
      [null, 61],
      [null, 40],
      [null, 15],
      [98_000, 300],
      [undefined, undefined],
      [null, 9],
    ]);
    expect(main?.blocks.filter(({ isError }) => isError).map(({ id }) => id)).toEqual(["result:call_1"]);
    expect(main?.compactions).toMatchObject([{ turn: 4, trigger: "threshold" }]);
  });
});

it("reads on past an event that is called like a member of every object", async () => {
  const events = [
    { type: "session.start", data: { sessionId: "s" }, id: "1", timestamp: "2026-01-01T00:00:00Z" },
    { type: "constructor", data: { name: "x" }, id: "2", timestamp: "2026-01-01T00:00:01Z" },
    {
      type: "assistant.message",
      data: { messageId: "m", content: "Hi" },
      id: "3",
      timestamp: "2026-01-01T00:00:02Z",
    },
  ];
  const file = await textFile("events.jsonl", events.map((event) => JSON.stringify(event)).join("\n"));
  const { sessions, warnings } = await runImporter(copilotCli, [file]);
  expect([...sessions.keys()]).toEqual(["s"]);
  expect([...warnings.keys()]).toEqual(["event_not_read:constructor"]);
});

it("counts what it leaves, and says why; what came with a session from elsewhere may have been sent", async () => {
  const left = ["session.info", "hook.start", "session.idle", "assistant.turn_end", "session.handoff"];
  const events = [
    { type: "session.start", data: { sessionId: "s" } },
    { type: "user.message", data: { content: "Dim it." } },
    { type: "session.resume", data: { selectedModel: "glow-large" } },
    { type: "assistant.message", data: { messageId: "m", content: "Done." } },
    ...left.map((type) => ({ type, data: {} })),
  ].map((event, i) => ({ ...event, id: `e${i}`, timestamp: "2026-01-01T00:00:00Z" }));
  const file = await textFile("events.jsonl", events.map((event) => JSON.stringify(event)).join("\n"));
  const { sessions, warnings, records } = await runImporter(copilotCli, [file]);
  expect([...warnings]).toEqual([
    ["program_event", 3],
    ["repeated_event", 1],
    ["handoff", 1],
  ]);
  expect(records).toEqual({ found: 9, named: 5 });
  const [turn] = foldSession([...sessions.values()].flat()).turns;
  expect(turn?.model).toBe("glow-large");
});

it("reads what calls used from records of usage, before their messages or behind them", async () => {
  const usage = (apiCallId: string, inputTokens: number) => ({
    type: "session.usage_record",
    data: { usage: { inputTokens, outputTokens: 5, cacheReadTokens: 2, apiCallId } },
  });
  const message = (messageId: string, apiCallId: string) => ({
    type: "assistant.message",
    data: { messageId, content: messageId, apiCallId },
  });
  const events = [
    { type: "session.start", data: { sessionId: "s" } },
    { type: "user.message", data: { content: "Go on" } },
    usage("call-1", 100),
    message("a", "call-1"),
    message("b", "call-2"),
    usage("call-3", 300),
    message("c", "call-3"),
    usage("call-3", 300),
    message("d", "call-4"),
    usage("call-4", 400),
  ];
  const lines = events.map((event, i) =>
    JSON.stringify({
      ...event,
      id: `e${i}`,
      timestamp: new Date(Date.UTC(2026, 9, 9, 1, 0, i)).toISOString(),
    }),
  );
  const { sessions } = await runImporter(copilotCli, [await textFile("events.jsonl", lines.join("\n"))]);
  const read = sessions.get("s") ?? [];
  expect(foldSession(read).turns.map(({ usage }) => usage?.input)).toEqual([100, undefined, 300, 400]);
  const wires = read.map(toWire);
  expect(wires.map((wire) => eventSchema.parse(wire))).toEqual(wires);
});
