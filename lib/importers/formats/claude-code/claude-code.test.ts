import { describe, expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { chooseImporter } from "@/lib/importers/choose";
import { drawSession, windowIds } from "@/lib/testing/drawn/draw-session";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { openSample, sampleText } from "@/lib/testing/samples";
import { claudeCode } from ".";

const MAIN = "c1a0de00-0000-4000-8000-000000000001";

async function importText(text: string, name = `${MAIN}.jsonl`) {
  const { sessions, warnings } = await runImporter(claudeCode, [await textFile(name, text)]);
  const events = sessions.get(MAIN) ?? [...sessions.values()][0] ?? [];
  return { events, session: foldSession(events), sessions, warnings };
}
const sample = () => importText(sampleText("claude-code.jsonl"));
const ofType = <T extends TraceEvent["type"]>(events: readonly TraceEvent[], type: T) =>
  events.filter((event): event is Extract<TraceEvent, { type: T }> => event.type === type);

function rows(...list: (Record<string, unknown> & { uuid: string; parentUuid?: string | null })[]): string {
  return list
    .map((row, i) => ({ parentUuid: list[i - 1]?.uuid ?? null, isSidechain: false, sessionId: MAIN, ...row }))
    .map((row) => JSON.stringify(row))
    .join("\n");
}
const prompt = (uuid: string, content: string) => ({
  type: "user",
  uuid,
  message: { role: "user", content },
});
const answer = (uuid: string, ...content: object[]) => ({
  type: "assistant",
  uuid,
  message: { id: `m-${uuid}`, role: "assistant", model: "claude-opus-4-6", content, usage: {} },
});
const said = (text: string) => ({ type: "text", text });
const calls = (id: string, name: string, input: object) => ({ type: "tool_use", id, name, input });
const result = (uuid: string, id: string, content: string) => ({
  type: "user",
  uuid,
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
});

describe("a Claude Code session", () => {
  it("is rebuilt call by call, up to the compaction and from there on", async () => {
    const { session } = await sample();
    expect(drawSession(session)).toMatchInlineSnapshot(`
      "user:u1       |####    |
      thinking:a1   | ###    |
      call:c1       | ###    |
      call:c2       | ###    |
      result:c1     | ###    |
      result:c2     | ###    |
      text:a4       |  ##    |
      call:c3       |  ##    |
      result:c3     |  ##    |
      attachment:h1 |  ##    |
      call:c4       |   #    |
      result:c4     |   #    |
      user:u2       |   #    |
      user:u2#2     |   #    |
      summary:u3    |    ####|
      call:c6       |     ###|
      result:c6     |     ###|
      text:a9       |      ##|
      user:u4       |      # |
      user:u5       |       #|"
    `);
    expect(session.warnings.map(({ code }) => code)).toEqual(["window_contradicted"]);
  });

  it("shows an answer whole before its results, though tools ran while it streamed in", async () => {
    const { session } = await sample();
    expect(windowIds(session, 1)).toEqual([
      "user:u1",
      "thinking:a1",
      "call:c1",
      "call:c2",
      "result:c1",
      "result:c2",
    ]);
  });

  it("takes the cached part into the input, the largest output of a call's rows, and zero for unknown", async () => {
    const { session } = await sample();
    expect(session.turns.map(({ usage }) => usage?.input ?? null)).toEqual([
      1003,
      1127,
      null,
      1532,
      683,
      773,
      803,
      804,
    ]);
    expect(session.turns[0]?.usage).toMatchObject({ output: 55, cacheRead: 0, cacheWrite: 1000 });
    expect(session.evictions.filter(({ turn }) => turn === 2 || turn === 3)).toEqual([]);
  });

  it("has one compaction with its trigger, the sizes around it, and what it took", async () => {
    const { session } = await sample();
    expect(session.compactions).toMatchObject([
      {
        turn: 4,
        trigger: "auto",
        tokensBefore: { value: 1532, provenance: "measured" },
        tokensAfter: { value: 683, provenance: "measured" },
        removed: 14,
        cause: { provenance: "reported", numbers: { reportedTokensBefore: 1560 } },
      },
    ]);
    expect(session.blocks[session.compactions[0]?.summaryBlock ?? -1]?.kind).toBe("compaction_summary");
  });

  it("keeps a result that came right before the compaction, in no window", async () => {
    const { session } = await sample();
    const late = session.blocks.find(({ id }) => id === "result:c5");
    expect(late).toMatchObject({ kind: "tool_result", toolName: "Bash", isError: true, createdTurn: 3 });
    expect(drawSession(session)).not.toContain("result:c5");
  });

  it("knows what each piece is and where it came from", async () => {
    const { session } = await sample();
    const block = (id: string) => session.blocks.find((candidate) => candidate.id === id);
    expect(block("user:u1")?.kind).toBe("user_goal");
    expect(block("user:u5")?.kind).toBe("user_message");
    expect(block("attachment:h1")).toMatchObject({ kind: "attachment", label: "system-reminder" });
    expect(block("result:c1")).toMatchObject({
      toolName: "Read",
      origin: { path: "/home/dev/dates/parse.ts" },
    });
    expect(block("user:u2#2")).toMatchObject({ media: { image: 1 } });
    expect(JSON.stringify((await sample()).events)).not.toContain("iVBORw0KGgo");
  });

  it("follows the user back to an earlier message", async () => {
    const { events } = await sample();
    const edit = ofType(events, "context.edited").find(({ how }) => how === "removed");
    expect(edit).toMatchObject({ turn: 7, rule: "branch", blocks: ["user:u4", "text:a10"] });
  });

  it("follows the to-do list, its steps the same ones though a text changes", async () => {
    const { events } = await sample();
    const [declared] = ofType(events, "plan.declared");
    const [revised] = ofType(events, "plan.revised");
    expect(declared).toMatchObject({
      turn: 1,
      block: "call:c3",
      steps: [{ id: "step-1" }, { id: "step-2" }],
    });
    expect(revised?.steps).toEqual([
      { id: "step-1", text: "Keep the zone in parse.ts", status: "completed" },
      { id: "step-2", text: "Adapt import.ts and export.ts", status: "started" },
      { id: "step-3", text: "Run the tests", status: "pending" },
    ]);
    expect(ofType(events, "plan.step").map(({ turn, step, status }) => [turn, step, status])).toEqual([
      [1, "step-1", "started"],
      [2, "step-1", "completed"],
      [2, "step-2", "started"],
    ]);
  });

  it("that begins in the middle adds to what it does not show: nothing leaves, and no message is the goal", async () => {
    const rest = rows(
      { ...prompt("u2", "Go on."), parentUuid: "not-in-the-file" },
      answer("a2", said("Done.")),
      prompt("u3", "Thanks."),
      answer("a3", said("You are welcome.")),
    );
    const { events, session } = await importText(rest);
    const before = await importText(rows(prompt("u1", "Fix it."), answer("a1", said("I try."))));
    expect(session.blocks.map(({ kind }) => kind)).not.toContain("user_goal");
    expect(session.turns.map(({ windowProvenance }) => windowProvenance)).toEqual(["inferred", "inferred"]);
    const later = ofType(events, "turn.recorded").map((event) => ({
      ...event,
      id: `later-${event.id}`,
      turn: event.turn + 1,
    }));
    const joined = foldSession([...before.events, ...later]);
    expect(joined.evictions).toEqual([]);
    expect(joined.turns.map(({ window }) => window.entries)).toEqual([1, 2, 4]);
  });

  it("says who it is, and what its file cannot show", async () => {
    const { session, warnings } = await sample();
    expect(session.meta).toMatchObject({
      externalId: MAIN,
      name: "Time zones in the date parser",
      agent: "Claude Code 2.1.39",
      model: "claude-opus-4-6",
      role: "main",
      outcome: null,
    });
    expect(session.meta.notes[0]).toMatch(/system prompt/);
    expect([...warnings]).toEqual([["broken_line", 1]]);
  });

  it("is read the same when its rows are printed over many lines", async () => {
    const whole = sampleText("claude-code.jsonl")
      .split("\n")
      .filter((line) => !line.includes("cut off"));
    const text = whole.join("\n").replaceAll('}{"type"', '}\n{"type"').trim();
    const printed = text.split("\n").map((line) => JSON.stringify(JSON.parse(line), null, 2));
    expect((await importText(printed.join("\n"))).events).toEqual((await importText(text)).events);
  });
});

describe("recognition", () => {
  it.each([
    ["a session that begins with bookkeeping", sampleText("claude-code.jsonl")],
    ["an agent's file", sampleText("claude-code-agent.jsonl")],
    ["a file of one row", rows(prompt("u1", "hi"))],
  ])("knows %s by its content", async (_, text) => {
    const { sniff } = await textFile("export.txt", text);
    expect(chooseImporter(sniff)).toMatchObject({ importer: { id: "claude_code" } });
  });
});

describe("agents", () => {
  it("are children of the call that started them, whatever order the files come in", async () => {
    const files = await Promise.all([
      openSample("claude-code-agent.jsonl", "proj/subagents/agent-ab12cd3.jsonl"),
      openSample("claude-code.jsonl", `proj/${MAIN}.jsonl`),
    ]);
    expect(new Set(files.map((file) => claudeCode.groupKey?.(file))).size).toBe(1);
    const { sessions } = await runImporter(claudeCode, files);
    const child = foldSession(sessions.get(`${MAIN}:agent-ab12cd3`) ?? []);
    expect(child.meta).toMatchObject({
      role: "subagent",
      name: "Find the callers",
      parent: { session: MAIN, toolCallId: "c2" },
    });
    expect(drawSession(child)).toMatchInlineSnapshot(`
      "user:k1   |##|
      call:d1   | #|
      result:d1 | #|"
    `);
  });

  it("name their session when their file comes alone", async () => {
    const { sessions } = await runImporter(claudeCode, [await openSample("claude-code-agent.jsonl")]);
    const child = foldSession([...sessions.values()][0] ?? []);
    expect(child.meta.parent).toEqual({ session: MAIN, toolCallId: null });
  });

  it("are named by the file beside theirs where no call names them", async () => {
    const name = "proj/subagents/agent-ab12cd3.jsonl";
    const card = await textFile(
      "proj/subagents/agent-ab12cd3.meta.json",
      '{"agentType":"Explore","description":"Look for callers"}',
    );
    const rowFile = await openSample("claude-code-agent.jsonl", name);
    expect(claudeCode.companions?.([rowFile], [card])).toEqual([card]);
    const { sessions } = await runImporter(claudeCode, [rowFile, card]);
    expect([...sessions.values()].map((events) => foldSession(events).meta.name)).toEqual([
      "Look for callers",
    ]);
  });

  it("that only summarise are side calls", async () => {
    const text = rows({ ...prompt("u1", "Summarise."), agentId: "acompact-1f", isSidechain: true });
    const { session } = await importText(text, "agent-acompact-1f.jsonl");
    expect(session.meta).toMatchObject({ role: "side", parent: { session: MAIN } });
  });

  it("are told apart where an older version keeps their rows in the session's file", async () => {
    const task = { description: "look", prompt: "Look around." };
    const text = rows(
      prompt("u1", "go"),
      answer("a1", calls("c1", "Task", task)),
      { ...prompt("k1", "Look around."), parentUuid: null, isSidechain: true },
      { ...answer("k2", said("Nothing.")), isSidechain: true },
      { ...result("r1", "c1", "Nothing."), parentUuid: "a1" },
      answer("a2", said("Done.")),
    );
    const { session, sessions } = await importText(text);
    expect(session.turns).toHaveLength(2);
    const child = foldSession(sessions.get(`${MAIN}:sidechain-k1`) ?? []);
    expect(child.meta).toMatchObject({ role: "subagent", parent: { session: MAIN, toolCallId: "c1" } });
    expect(child.turns).toHaveLength(1);
  });
});

describe("edits of the window that newer versions report", () => {
  it("cleared results stand as placeholders", async () => {
    const { session } = await importText(
      rows(
        prompt("u1", "go"),
        answer("a1", calls("c1", "Read", { file_path: "a.ts" })),
        result("r1", "c1", "a long file"),
        answer("a2", said("Read.")),
        {
          type: "system",
          subtype: "microcompact_boundary",
          uuid: "s1",
          microcompactMetadata: { trigger: "auto", tokensSaved: 900, compactedToolIds: ["c1"] },
        },
        prompt("u2", "on"),
        answer("a3", said("Yes.")),
      ),
    );
    expect(drawSession(session)).toContain("result:c1 | #.|");
    expect(session.evictions).toMatchObject([{ how: "cleared", turn: 2, cause: { provenance: "reported" } }]);
  });

  it("a compaction may keep a stretch of messages behind its summary", async () => {
    const compactMetadata = {
      trigger: "auto",
      preservedSegment: { headUuid: "u2", anchorUuid: "u3", tailUuid: "a2" },
    };
    const { session } = await importText(
      rows(
        prompt("u1", "one"),
        answer("a1", said("1")),
        prompt("u2", "two"),
        answer("a2", said("2")),
        { type: "system", subtype: "compact_boundary", uuid: "s1", parentUuid: null, compactMetadata },
        { ...prompt("u3", "Summary of one."), isCompactSummary: true },
        prompt("u4", "three"),
        answer("a3", said("3")),
      ),
    );
    expect(windowIds(session, 2)).toEqual(["summary:u3", "user:u2", "text:a2", "user:u4"]);
  });

  it("a compaction has the words that somebody wrote behind its command", async () => {
    const command = (args: string) =>
      `<command-name>/compact</command-name>\n  <command-message>compact</command-message>\n  <command-args>${args}</command-args>`;
    const wishOf = async (text: string) => {
      const { session } = await importText(
        rows(
          prompt("u1", "one"),
          answer("a1", said("1")),
          { type: "system", subtype: "compact_boundary", uuid: "s1", parentUuid: null, compactMetadata: {} },
          { ...prompt("u3", "Summary of one."), isCompactSummary: true },
          prompt("u4", text),
          answer("a3", said("3")),
        ),
      );
      return session.compactions.map(({ instructions }) => instructions);
    };
    expect(await wishOf(command(" keep the ids "))).toEqual(["keep the ids"]);
    expect(await wishOf(command(""))).toEqual([null]);
    expect(await wishOf("/compact keep the ids")).toEqual([null]);
    expect(await wishOf(command("x").replaceAll("compact", "review"))).toEqual([null]);
  });

  it("goes back only to where another prompt stood", async () => {
    const start = [
      prompt("u1", "one"),
      answer("a1", calls("c1", "Bash", { command: "ls" })),
      result("r1", "c1", "stock.csv"),
      answer("a2", said("One file.")),
    ];
    const hook = { type: "progress", uuid: "h1", parentUuid: "a1", data: { type: "hook_progress" } };
    const goesOn = await importText(
      rows(...start, hook, { ...prompt("u2", "two"), parentUuid: "h1" }, answer("a3", said("2"))),
    );
    expect(windowIds(goesOn.session, 2)).toEqual(["user:u1", "call:c1", "result:c1", "text:a2", "user:u2"]);
    expect(goesOn.session.evictions).toEqual([]);
    const goesBack = await importText(
      rows(
        ...start,
        prompt("u2", "two"),
        answer("a3", said("2")),
        { ...prompt("u3", "other"), parentUuid: "a2" },
        answer("a4", said("3")),
      ),
    );
    expect(windowIds(goesBack.session, 3)).toEqual([
      ...["user:u1", "call:c1", "result:c1", "text:a2", "user:u3"],
    ]);
  });

  it("a result that is written before the row of its call follows it, as it is linked to it", async () => {
    const call = { ...answer("a1", calls("c1", "Bash", { command: "ls" })), parentUuid: "u1" };
    const { session } = await importText(
      rows(prompt("u1", "one"), { ...result("r1", "c1", "stock.csv"), parentUuid: "a1" }, call, {
        ...answer("a2", said("One file.")),
        parentUuid: "r1",
      }),
    );
    expect(session.turns.map((_, turn) => windowIds(session, turn))).toEqual([
      ["user:u1"],
      ["user:u1", "call:c1", "result:c1"],
    ]);
  });

  it("two agents of one id in files of one session are two sessions, in whichever order the files come", async () => {
    const agentFile = (name: string, ...texts: string[]) =>
      textFile(
        name,
        rows(
          ...texts.flatMap((text, i) => [
            {
              ...prompt(`${name}-u${i}`, text),
              agentId: "x",
              isSidechain: true,
              parentUuid: i === 0 ? null : "p",
            },
            { ...answer(`${name}-a${i}`, said(text)), agentId: "x", isSidechain: true, parentUuid: "p" },
          ]),
        ),
      );
    const files = [
      await agentFile("subagents/agent-x.jsonl", "one"),
      await agentFile("other/agent-y.jsonl", "two", "three"),
    ];
    for (const order of [files, files.toReversed()]) {
      const { sessions } = await runImporter(claudeCode, order);
      const turns = [...sessions].map(([id, events]) => [id, foldSession(events).turns.length]);
      expect(turns).toEqual([
        [expect.stringMatching(/:agent-x$/), 1],
        [expect.stringMatching(/:agent-x-[0-9a-f]{8}$/), 2],
      ]);
    }
  });

  it("a failed request is a call without an answer", async () => {
    const failed = { ...answer("a1", said("API Error: 529")), isApiErrorMessage: true };
    const text = rows(prompt("u1", "go"), {
      ...failed,
      message: { ...failed.message, model: "<synthetic>" },
    });
    const { session } = await importText(text);
    expect(session.turns).toMatchObject([{ error: "API Error: 529", usage: null, output: [] }]);
  });

  it.each([
    ["has no room for", 20, false],
    ["has room for", 160, true],
  ])("sends a call that nothing answered only where the measured size %s it", async (_, growth, stays) => {
    const answered = (uuid: string, input: number, ...content: object[]) => {
      const usage = { input_tokens: 3, cache_read_input_tokens: input - 3, output_tokens: 150 };
      return { ...answer(uuid, ...content), message: { ...answer(uuid, ...content).message, usage } };
    };
    const args = { command: "find . -name '*.ts' ".repeat(20) };
    const { session } = await importText(
      rows(
        prompt("u1", "go"),
        answered("a1", 1_000, said("I look."), calls("c1", "Bash", args)),
        prompt("u2", "Stop. Tell me first."),
        answered("a2", 1_000 + growth, said("Well.")),
        prompt("u3", "Go on."),
        answered("a3", 1_030 + growth, said("Yes.")),
      ),
    );
    expect(session.toolCalls).toBe(1);
    for (const turn of [1, 2]) expect(windowIds(session, turn).includes("call:c1")).toBe(stays);
  });
});
