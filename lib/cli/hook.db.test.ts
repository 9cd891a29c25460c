import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { text as readText } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { restoreBlock } from "@/lib/commands/runtime/ask-restore";
import { testDatabase } from "@/lib/testing/database";
import { routeServer } from "@/lib/testing/servers/route-server";
import { testWorker } from "@/lib/testing/worker";

testWorker();
const db = testDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), "sightglass-hook-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const instance = routeServer();

const SESSION = "c1a0de00-0000-4000-8000-0000000000aa";
const transcript = path.join(folder, `${SESSION}.jsonl`);
const TYPE = { "content-type": "application/json" };
const RULE = "Never refund an order that was shipped.";
const ORDER = JSON.stringify({ order: 7, status: "pending", note: "a long note. ".repeat(40) });

let lines = 0;
function line(type: string, rest: object): string {
  const at = new Date(Date.UTC(2026, 2, 2, 9, 0, lines)).toISOString();
  const place = {
    isSidechain: false,
    sessionId: SESSION,
    version: "2.1.39",
    cwd: "/home/dev/shop",
    timestamp: at,
  };
  return `${JSON.stringify({ type, uuid: `u${++lines}`, parentUuid: lines === 1 ? null : `u${lines - 1}`, ...place, ...rest })}\n`;
}
const says = (id: string, content: object[]) =>
  line("assistant", {
    message: {
      id,
      role: "assistant",
      model: "claude-opus-4-6",
      content,
      stop_reason: "tool_use",
      usage: { input_tokens: 900, output_tokens: 20 },
    },
  });
const user = (content: unknown, rest: object = {}) =>
  line("user", { message: { role: "user", content }, ...rest });
const todo = {
  todos: [{ content: "Refund order 7 if its status is pending", status: "pending", activeForm: "Refunding" }],
};

/** Waits until a hook's own process has had the transcript imported. */
async function takenIn(id: string): Promise<void> {
  const known = () => db.session.count({ where: { externalId: { contains: id } } });
  for (let tries = 0; (await known()) === 0 && tries < 600; tries++) await wait(100);
  expect(await known()).toBe(1);
}

async function hook(
  input: object,
  url: string,
  ms = "60000",
): Promise<{ said: string; code: number | null; ms: number }> {
  const started = Date.now();
  const child = spawn(process.execPath, ["lib/cli/hook.mjs"], {
    env: { ...process.env, SIGHTGLASS_URL: url, SIGHTGLASS_HOOK_MS: ms },
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  child.stdin.end(JSON.stringify(input));
  const [code] = (await once(child, "close")) as [number | null];
  return { said, code, ms: Date.now() - started };
}

const asked = (event: string, rest: object = {}) => ({
  hook_event_name: event,
  session_id: SESSION,
  transcript_path: transcript,
  ...rest,
});
const boundary = () =>
  line("system", {
    subtype: "compact_boundary",
    content: "Conversation compacted",
    compactMetadata: { trigger: "auto", preTokens: 900 },
  });

describe("the hook of Claude Code", () => {
  it("takes the transcript in before a compaction, and says afterwards what was lost and is still needed", async () => {
    writeFileSync(
      transcript,
      [
        user("Refund order 7 if it is still pending."),
        user(RULE),
        says("m1", [{ type: "tool_use", id: "t1", name: "TodoWrite", input: todo }]),
        user([{ type: "tool_result", tool_use_id: "t1", content: "ok" }]),
        says("m2", [{ type: "tool_use", id: "t2", name: "get_order", input: { id: 7 } }]),
        user([{ type: "tool_result", tool_use_id: "t2", content: ORDER }]),
        says("m3", [{ type: "text", text: "I look further." }]),
      ].join(""),
    );
    expect(await hook(asked("PreCompact", { trigger: "auto" }), instance.url)).toMatchObject({
      code: 0,
      said: "",
    });
    await takenIn(SESSION);
    appendFileSync(transcript, boundary());
    appendFileSync(
      transcript,
      user("The user wants a refund. The order was looked up.", { isCompactSummary: true }),
    );
    const { said } = await hook(asked("SessionStart", { source: "compact" }), instance.url);
    const answer = JSON.parse(said) as {
      hookSpecificOutput: { hookEventName: string; additionalContext: string };
    };
    expect(answer.hookSpecificOutput.hookEventName).toBe("SessionStart");
    const text = answer.hookSpecificOutput.additionalContext;
    expect(text).toContain(JSON.stringify(RULE));
    expect(text).toContain("Refund order 7 if its status is pending");
    expect(text).toContain("no instruction");
    const [, named = ""] = /with session "([^"]+)"/.exec(text) ?? [];
    const [, block = ""] = /that was shipped\." \[turn 0 "([^"]+)"\]/.exec(text) ?? [];
    const restored = await restoreBlock({
      ctx: { db, project: DEFAULT_PROJECT },
      input: { sessionId: named, block, range: { offset: 0, limit: 1_000 } },
    });
    expect(restored.text).toBe(RULE);
  });

  it("follows a running agent after its tools, without letting it wait, and not after each", async () => {
    const running = path.join(folder, "running.jsonl");
    const id = "c1a0de00-0000-4000-8000-0000000000bb";
    writeFileSync(running, user("Where is order 9?").replaceAll(SESSION, id));
    const used = asked("PostToolUse", { session_id: id, transcript_path: running, tool_name: "Bash" });
    expect(await hook(used, instance.url)).toMatchObject({ code: 0, said: "" });
    await takenIn(id);
    expect(await hook(used, "http://127.0.0.1:9")).toMatchObject({ code: 0, said: "" });
  });

  it("says it with the next tool where the summary is written only then, of a session that nobody has stored, and once", async () => {
    const late = path.join(folder, "late.jsonl");
    const id = "c1a0de00-0000-4000-8000-0000000000dd";
    const of = (event: string, rest: object = {}) =>
      asked(event, { session_id: id, transcript_path: late, ...rest });
    const write = (...rows: string[]) => appendFileSync(late, rows.join("").replaceAll(SESSION, id));
    const noise = { id: 7, path: "lib/deep/to_string.ts", also: "is_map" };
    write(user("Refund order 7."), user("Never call the customer."));
    for (const n of [1, 2, 3]) {
      write(says(`l${n}`, [{ type: "tool_use", id: `lt${n}`, name: "get_order", input: noise }]));
      write(user([{ type: "tool_result", tool_use_id: `lt${n}`, content: ORDER }]));
    }
    write(says("l9", [{ type: "text", text: "I look further." }]));
    const silent = { code: 0, said: "" };
    expect(await hook(of("PreCompact", { transcript_path: late }), "http://127.0.0.1:9")).toMatchObject(
      silent,
    );
    const start = of("SessionStart", { source: "compact" });
    expect(await hook(start, instance.url, "300")).toMatchObject(silent);
    write(boundary(), user("The user wants a refund.", { isCompactSummary: true }));
    const { said } = await hook(of("PostToolUse", { tool_name: "Bash" }), instance.url);
    expect(said).toContain('"hookEventName":"PostToolUse"');
    expect(said).toContain("Never call the customer.");
    expect(said).not.toMatch(/to_string|is_map/);
    expect(await hook(of("PostToolUse", { tool_name: "Bash" }), instance.url)).toMatchObject(silent);
  });

  it("asks before the compaction, and behind it only what is small to answer", async () => {
    const asks: Record<string, unknown>[] = [];
    const between = createServer((request, response) => {
      void (async () => {
        const body = await readText(request);
        if (request.url !== "/api/v1/runtime/lost") return response.end("{}");
        asks.push(JSON.parse(body) as Record<string, unknown>);
        const answer = await fetch(`${instance.url}${request.url}`, { method: "POST", headers: TYPE, body });
        return response.end(await answer.text());
      })();
    }).listen(0, "127.0.0.1");
    await once(between, "listening");
    const url = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
    const id = "c1a0de00-0000-4000-8000-0000000000ee";
    const ahead = path.join(folder, "ahead.jsonl");
    const write = (...rows: string[]) => appendFileSync(ahead, rows.join("").replaceAll(SESSION, id));
    const of = { session_id: id, transcript_path: ahead };
    write(user("Refund order 7."), user(RULE), says("a1", [{ type: "text", text: "I look." }]));
    await hook(asked("PreCompact", of), url);
    const note = `${createHash("sha256").update(ahead).digest("hex").slice(0, 16)}.before.ahead`;
    const isKept = () => readdirSync(os.tmpdir()).some((name) => name.endsWith(note));
    for (let tries = 0; !isKept() && tries < 600; tries++) await wait(50);
    write(boundary(), user(`A refund. Said: Refund order 7.`, { isCompactSummary: true }));
    const { said } = await hook(asked("SessionStart", { ...of, source: "compact" }), url);
    between.close();
    expect(said).toContain(RULE);
    expect(said).not.toContain("Refund order 7.");
    expect(asks.map((one) => Object.keys(one).sort())).toEqual([
      ["session", "tokens", "transcript"],
      ["ahead", "session", "summary", "tokens"],
    ]);
  });

  it("says nothing where nothing was lost, and at any other start", async () => {
    const summary = `Refund order 7 if it is still pending. ${RULE} Open: Refund order 7 if its status is pending. ${ORDER}`;
    appendFileSync(transcript, user(summary, { isCompactSummary: true }));
    expect((await hook(asked("SessionStart", { source: "compact" }), instance.url)).said).toBe("");
    expect((await hook(asked("SessionStart", { source: "startup" }), instance.url)).said).toBe("");
  });

  it("never stops the agent: not with Sightglass away, nor with an input that is none", async () => {
    const away = "http://127.0.0.1:9";
    for (const input of [
      asked("PreCompact"),
      asked("SessionStart", { source: "compact" }),
      {},
      asked("Stop", { transcript_path: "/nowhere" }),
    ])
      expect(await hook(input, away)).toMatchObject({ code: 0, said: "" });
  });
});

describe("the hook of Gemini CLI", () => {
  const id = "9e31aa00-0000-4000-8000-0000000000cc";
  const chat = path.join(folder, "session-2026-03-01T10-00-9e31aa00.jsonl");
  const at = "2026-03-01T10:00:00.000Z";
  const write = (...records: object[]) =>
    appendFileSync(chat, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const said = (name: string, type: string, text: string, rest: object = {}) => ({
    id: name,
    timestamp: at,
    type,
    content: [{ text }],
    ...rest,
  });
  const called = (event: string) =>
    asked(event, { session_id: id, transcript_path: chat, tool_name: "shell" });
  const compress = (number: number) => {
    const snapshot = `<state_snapshot>Order 7 was looked up, step ${number}.</state_snapshot>`;
    const kept = [said(`c${number}`, "user", snapshot), said(`d${number}`, "gemini", "Got it.")];
    write({ $set: { messages: kept, lastUpdated: at } });
  };

  it("says with the next tool or prompt what a compression lost, once, and is silent before every call", async () => {
    const tokens = { input: 900, output: 20 };
    const result = [{ functionResponse: { id: "t1", name: "get_order", response: { output: ORDER } } }];
    write(
      { sessionId: id, projectHash: "p", startTime: at, lastUpdated: at },
      said("m1", "user", `Refund order 7 if it is still pending. ${RULE}`),
      said("m2", "gemini", "", { tokens, toolCalls: [{ id: "t1", name: "get_order", args: {}, result }] }),
      said("m3", "gemini", "I look further.", { tokens }),
    );
    const silent = { code: 0, said: "" };
    for (const event of ["BeforeAgent", "PreCompress", "AfterTool"])
      expect(await hook(called(event), instance.url)).toMatchObject(silent);
    compress(1);
    write(said("m4", "gemini", "I go on.", { tokens }));
    const after = JSON.parse((await hook(called("AfterTool"), instance.url)).said) as {
      hookSpecificOutput: { hookEventName: string; additionalContext: string };
    };
    expect(after.hookSpecificOutput.hookEventName).toBe("AfterTool");
    expect(after.hookSpecificOutput.additionalContext).toContain(RULE);
    expect(await hook(called("AfterTool"), instance.url)).toMatchObject(silent);
    write(said("m5", "user", "Never call the customer."), said("m6", "gemini", "I will not.", { tokens }));
    compress(2);
    const before = (await hook(called("BeforeAgent"), instance.url)).said;
    expect(before).toContain('"hookEventName":"BeforeAgent"');
    expect(before).toContain("Never call the customer.");
    expect(await hook(called("BeforeAgent"), "http://127.0.0.1:9")).toMatchObject(silent);
  });
});
