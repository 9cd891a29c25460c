import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { writeSettings } from "@/lib/db/project-settings";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { findAgents } from "./found-agents";

const db = testDatabase();

const homes: string[] = [];

afterEach(() => {
  vi.unstubAllEnvs();
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
});

function homeWith(...files: string[]): void {
  const home = mkdtempSync(path.join(os.tmpdir(), "found-"));
  homes.push(home);
  for (const file of files) {
    mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
    writeFileSync(path.join(home, file), "");
  }
  vi.stubEnv("HOME", home);
  for (const name of ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_DATA_HOME"]) vi.stubEnv(name, undefined);
}

describe("agents of this machine", () => {
  it("are found by names alone, a session and its sub-agents once, those with most first", async () => {
    homeWith(
      ".codex/sessions/2026/10/02/rollout-a.jsonl",
      ".claude/projects/-home-dev/one.jsonl",
      ".claude/projects/-home-dev/one/subagents/agent-a.jsonl",
      ".claude/projects/-home-dev/two.jsonl",
      ".claude/projects/-home-dev/notes.txt",
      ".local/share/opencode/storage/session/p/ses_1.json",
      ".local/share/opencode/storage/part/msg_1/prt_1.json",
    );
    const found = await findAgents(db, freshProject());
    expect(found.map(({ agent, sessions }) => [agent, sessions])).toEqual([
      ["Claude Code", 2],
      ["Codex", 1],
      ["opencode", 1],
    ]);
  });

  it("are none once they are followed", async () => {
    homeWith(".claude/projects/-home-dev/one.jsonl");
    const project = freshProject();
    await db.project.upsert({ where: { id: project }, create: { id: project, name: project }, update: {} });
    await db.$transaction((tx) => writeSettings(tx, project, { watch: true }));
    expect(await findAgents(db, project)).toEqual([]);
  });
});
