import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { makeSessionKey } from "@/lib/db/session-id";
import { chooseImporter } from "@/lib/importers/choose";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { sampleText } from "@/lib/testing/samples";
import { followFolders } from "./follow-folders";
import { watchPlaces } from "@/lib/agent-folders";
import type { SessionWatcher } from "./watcher";

const db = testDatabase();
const PROJECT = freshProject();
const home = mkdtempSync(path.join(tmpdir(), "sightglass-appended-"));
const places = watchPlaces({}, home);
for (const { folder } of places) mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(home, { recursive: true, force: true }));

let running: SessionWatcher | undefined;
let taken: string[] = [];
async function follow(): Promise<void> {
  taken = [];
  running = await followFolders(db, PROJECT, {
    places,
    onTaken: (_, unit) => void taken.push(unit),
    onProblem: (unit, error) => {
      throw new Error(unit, { cause: error });
    },
  });
}
afterEach(async () => running?.stop());

interface Agent {
  readonly name: string;
  readonly file: (name: string) => string;
  readonly session: string;
  readonly sample: string;
}

const AGENTS: readonly Agent[] = [
  {
    name: "Codex",
    file: (name) => `2026/02/01/rollout-${name}.jsonl`,
    session: "rollout-1",
    sample: "codex-rollout.jsonl",
  },
  {
    name: "OpenClaw",
    file: (name) => `main/sessions/${name}.jsonl`,
    session: "0c1a0000-0000-4000-8000-000000000003",
    sample: "openclaw.jsonl",
  },
  {
    name: "pi",
    file: (name) => `--home-dev-shop--/${name}.jsonl`,
    session: "0a1b2c3d-0000-4000-8000-000000000002",
    sample: "pi.jsonl",
  },
  {
    name: "OpenHands",
    file: (name) => `${name}/events.jsonl`,
    session: "ev-0",
    sample: "openhands-events.jsonl",
  },
];

function linesOf({ sample, session }: Agent, name: string): string[] {
  const whole = sampleText(sample)
    .replaceAll('}{"type"', '}\n{"type"')
    .split("\n")
    .filter((line) => line.trimEnd().endsWith("}"));
  return whole.map((line) => line.replaceAll(session, name));
}

const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

async function turnsAlone(lines: readonly string[], name: string): Promise<number> {
  const file = await textFile("session.jsonl", text(lines));
  const { importer } = chooseImporter(file.sniff);
  if (importer === null) return 0;
  const events = (await runImporter(importer, [file])).sessions.get(name);
  return events === undefined ? 0 : foldSession(events).turns.length;
}

async function turnsOf(name: string): Promise<number> {
  const key = makeSessionKey(PROJECT, name);
  if (!(await deriveSession(db, key))) return 0;
  return (await db.session.findFirstOrThrow({ where: { sessionId: key } })).turns;
}

async function untilTurns(name: string, lines: readonly string[]): Promise<void> {
  const expected = await turnsAlone(lines, name);
  expect(expected).toBeGreaterThan(0);
  const began = Date.now();
  while ((await turnsOf(name)) !== expected && Date.now() - began < 60_000) await wait(20);
  expect(await turnsOf(name)).toBe(expected);
}

describe.each(AGENTS)("following the files of $name", (agent) => {
  const folder = places.find((place) => place.agent === agent.name)?.folder ?? "";
  const place = (name: string) => {
    const file = path.join(folder, agent.file(name));
    mkdirSync(path.dirname(file), { recursive: true });
    return file;
  };

  it("shows lines as they come, waits for half-written ones, and goes on after a restart", async () => {
    const name = `${agent.name}-grows`;
    const file = place("grows");
    const lines = linesOf(agent, name);
    const half = lines.slice(0, Math.ceil(lines.length / 2));
    await follow();
    writeFileSync(file, text(half));
    await untilTurns(name, half);
    const [next = ""] = lines.slice(half.length);
    appendFileSync(file, next.slice(0, 60));
    await wait(300);
    expect(await turnsOf(name)).toBe(await turnsAlone(half, name));
    appendFileSync(file, `${next.slice(60)}\n`);
    await untilTurns(name, [...half, next]);
    await wait(150);
    await running?.stop();
    appendFileSync(file, text(lines.slice(half.length + 1)));
    await follow();
    await untilTurns(name, lines);
    await wait(150);
    expect(new Set(taken).size).toBe(1);
  });

  it("loses nothing when a file is rotated or truncated, and reads nothing outside its folder", async () => {
    const [first, second, third] = ["first", "second", "third"].map((no) => `${agent.name}-${no}`) as [
      string,
      string,
      string,
    ];
    const file = place("turned");
    await follow();
    writeFileSync(file, text(linesOf(agent, first)));
    await untilTurns(first, linesOf(agent, first));
    renameSync(file, `${file}.1`);
    writeFileSync(file, text(linesOf(agent, second)));
    await untilTurns(second, linesOf(agent, second));
    truncateSync(file, 0);
    appendFileSync(file, text(linesOf(agent, third)));
    await untilTurns(third, linesOf(agent, third));
    const outside = path.join(home, `${agent.name}-outside.jsonl`);
    writeFileSync(outside, text(linesOf(agent, `${agent.name}-outside`)));
    symlinkSync(outside, place("linked"));
    await wait(300);
    expect(await turnsOf(`${agent.name}-outside`)).toBe(0);
    for (const name of [first, second, third])
      expect(await turnsOf(name)).toBe(await turnsAlone(linesOf(agent, name), name));
  });
});
