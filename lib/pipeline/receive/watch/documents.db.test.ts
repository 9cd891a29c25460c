import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { sampleText } from "@/lib/testing/samples";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { followFolders } from "./follow-folders";
import { watchPlaces } from "@/lib/agent-folders";
import type { SessionWatcher } from "./watcher";

const db = testDatabase();
const PROJECT = freshProject();
const home = mkdtempSync(path.join(tmpdir(), "sightglass-documents-"));
const places = watchPlaces({}, home);
for (const { folder } of places) mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(home, { recursive: true, force: true }));

let running: SessionWatcher | undefined;
const problems: unknown[] = [];
beforeEach(async () => {
  running = await followFolders(db, PROJECT, { places, onProblem: (_, error) => void problems.push(error) });
});
afterEach(async () => {
  await running?.stop();
  expect(problems.splice(0)).toEqual([]);
});

function folderOf(agent: string, ...below: string[]): string {
  const place = places.find((one) => one.agent === agent);
  if (place === undefined) throw new Error(`${agent} is not followed`);
  const folder = path.join(place.folder, ...below);
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function turnsOf(prefix: string): Promise<number[]> {
  const sessions = await db.session.findMany({
    where: { projectId: PROJECT, externalId: { startsWith: prefix } },
    select: { sessionId: true },
  });
  for (const { sessionId } of sessions) await deriveSession(db, sessionId);
  const rows = await db.session.findMany({
    where: { sessionId: { in: sessions.map(({ sessionId }) => sessionId) } },
    select: { turns: true },
    orderBy: { turns: "desc" },
  });
  return rows.map(({ turns }) => turns);
}

async function untilTurns(prefix: string, turns: readonly number[]): Promise<void> {
  const began = Date.now();
  while (JSON.stringify(await turnsOf(prefix)) !== JSON.stringify(turns) && Date.now() - began < 60_000)
    await wait(30);
  expect(await turnsOf(prefix)).toEqual(turns);
}

describe("agents that write their documents anew", () => {
  it("Gemini CLI: each message rewrites the session, in place or by renaming, and it stays one session", async () => {
    const file = path.join(folderOf("Gemini CLI", "5f2b9c", "chats"), "session-1.json");
    const { messages, ...header } = JSON.parse(sampleText("gemini-cli-session.json")) as {
      messages: unknown[];
      sessionId: string;
    };
    const write = (count: number) =>
      JSON.stringify({ ...header, messages: messages.slice(0, count) }, null, 2);
    writeFileSync(file, write(3));
    await untilTurns(header.sessionId, [1]);
    const whole = write(5);
    writeFileSync(file, whole.slice(0, whole.length >> 1));
    await wait(200);
    expect(await turnsOf(header.sessionId)).toEqual([1]);
    writeFileSync(`${file}.tmp`, whole);
    renameSync(`${file}.tmp`, file);
    await untilTurns(header.sessionId, [2]);
  });

  it("OpenHands: an event is a file, and the state comes half-written", async () => {
    const folder = folderOf("OpenHands", "cd94");
    const events = sampleText("openhands-events.jsonl").trim().split("\n");
    mkdirSync(path.join(folder, "events"), { recursive: true });
    const state = JSON.stringify({
      id: "openhands-live",
      agent: { llm: { model: "m" } },
      execution_status: "running",
      stats: {},
    });
    writeFileSync(path.join(folder, "base_state.json"), state.slice(0, 40));
    const put = (text: string, i: number) =>
      writeFileSync(path.join(folder, "events", `event-${String(i).padStart(5, "0")}-x.json`), text);
    events.slice(0, 3).forEach(put);
    await wait(200);
    writeFileSync(path.join(folder, "base_state.json"), state);
    await untilTurns("openhands-live", [1]);
    events.forEach((text, i) => (i < 3 ? undefined : put(text, i)));
    await untilTurns("openhands-live", [3]);
    expect(await turnsOf("ev-")).toEqual([]);
  });

  it("opencode: a session, its messages and their parts are files in three folders", async () => {
    const { info, messages } = JSON.parse(sampleText("opencode-export.json")) as {
      info: { id: string };
      messages: { info: { id: string }; parts: { id: string }[] }[];
    };
    const put = (content: object, ...below: string[]) =>
      writeFileSync(
        path.join(folderOf("opencode", ...below.slice(0, -1)), `${below.at(-1)}.json`),
        JSON.stringify(content),
      );
    const write = (from: number, to: number) => {
      for (const message of messages.slice(from, to)) {
        for (const part of message.parts) put(part, "part", message.info.id, part.id);
        put(message.info, "message", info.id, message.info.id);
      }
    };
    put(info, "session", "global", info.id);
    write(0, 3);
    await untilTurns(info.id, [2]);
    write(3, messages.length);
    await untilTurns(info.id, [8]);
  });

  it.each([
    ["GitHub Copilot CLI", "copilot-cli.jsonl", ["5c2f0b1e"], "events.jsonl", "5c2f0b1e", [6, 1]],
    ["Cursor", "cursor-transcript.jsonl", ["app", "agent-transcripts", "c1"], "c1.jsonl", "c1-", [4]],
  ] as const)("%s: lines are appended", async (agent, sample, below, name, prefix, turns) => {
    const file = path.join(folderOf(agent, ...below), name);
    const lines = sampleText(sample).trim().split("\n");
    writeFileSync(file, `${lines.slice(0, 5).join("\n")}\n`);
    await expect.poll(async () => (await turnsOf(prefix)).length, { timeout: 60_000 }).toBe(1);
    appendFileSync(file, `${lines.slice(5).join("\n")}\n`);
    await untilTurns(prefix, turns);
  });

  it.each(["Roo Code", "Cline"])("%s: what is displayed is there before what was sent", async (agent) => {
    const folder = folderOf(agent, `task-${agent.length}`);
    const untimed = (text: string) =>
      agent === "Cline"
        ? JSON.stringify((JSON.parse(text) as object[]).map((one) => ({ ...one, ts: undefined })))
        : text;
    const shown = JSON.parse(
      sampleText("roo-code/ui_messages.json").replaceAll("report", `${agent} report`),
    ) as object[];
    writeFileSync(path.join(folder, "ui_messages.json"), JSON.stringify(shown.slice(0, 4)));
    const before = await db.session.count({ where: { projectId: PROJECT } });
    await expect
      .poll(() => db.session.count({ where: { projectId: PROJECT } }), { timeout: 60_000 })
      .toBe(before + 1);
    writeFileSync(path.join(folder, "ui_messages.json"), JSON.stringify(shown));
    writeFileSync(
      path.join(folder, "api_conversation_history.json"),
      untimed(sampleText("roo-code/api_conversation_history.json")),
    );
    await wait(700);
    expect(await db.session.count({ where: { projectId: PROJECT } })).toBe(before + 1);
  });

  it("reads no folder that a link leads out to, and no file of another name", async () => {
    const outside = path.join(home, "outside");
    mkdirSync(outside);
    const text = sampleText("gemini-cli-session.json").replaceAll("0f6d2c1e", "elsewhere");
    writeFileSync(path.join(outside, "session-2.json"), text);
    const folder = folderOf("Gemini CLI", "other");
    symlinkSync(outside, path.join(folder, "chats"));
    writeFileSync(path.join(folder, "notes.txt"), text);
    appendFileSync(path.join(outside, "session-2.json"), "\n");
    await wait(700);
    expect(await turnsOf("elsewhere")).toEqual([]);
  });
});
