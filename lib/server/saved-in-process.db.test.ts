import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { beginJob, readJobFailure, newJobId } from "@/lib/jobs/saved/saved-jobs";
import { storeUpload } from "@/lib/pipeline/receive/import/upload-pieces";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { makeSavedInProcess } from "./saved-in-process";

const db = testDatabase();
const TURNS = 300;
const PADDING = " ".repeat(16_000);

async function asked(project: string): Promise<string> {
  const events = Array.from({ length: TURNS }, (_, turn) => ({
    id: `turn-${turn}`,
    session: "apart",
    at: new Date(Date.UTC(2026, 0, 1, 0, 0, turn)).toISOString(),
    type: "turn.recorded",
    turn,
    window: { append: [{ id: `r${turn}`, kind: "tool_result", content: `result of turn ${turn}` }] },
  }));
  const folder = await mkdtemp(path.join(os.tmpdir(), "sightglass-apart-"));
  try {
    const file = path.join(folder, "events.ndjson");
    await writeFile(file, events.map((event) => `${JSON.stringify(event)}${PADDING}`).join("\n"));
    const id = newJobId();
    const stored = await storeUpload(db, project, id, [{ path: file, name: "events.ndjson" }]);
    const request = { name: "events.ndjson", format: "auto", files: stored.map((one) => ({ ...one })) };
    await beginJob(db, project, { id, kind: "import", request });
    return id;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const jobOf = (projectId: string, id: string) =>
  db.savedJob.findUniqueOrThrow({ where: { projectId_id: { projectId, id } } });

async function hasBegun(project: string, id: string, child: ChildProcess): Promise<void> {
  while ((await jobOf(project, id)).done === 0 && child.exitCode === null) await wait(10);
}

it("an import whose process is killed, and the next one cut off from its worker, is done by the one after, once", async () => {
  const project = freshProject();
  const id = await asked(project);
  const ends: ((child: ChildProcess) => unknown)[] = [
    (child) => hasBegun(project, id, child).then(() => child.kill("SIGKILL")),
    (child) => child.disconnect(),
  ];
  const left: Promise<unknown>[] = [];
  const task = makeSavedInProcess((child) => {
    left.push(once(child, "exit"));
    ends.shift()?.(child);
  });
  await task(db, { project, id }, new AbortController().signal);
  expect(await Promise.all(left)).toEqual([
    [null, "SIGKILL"],
    [1, null],
    [0, null],
  ]);
  expect(await jobOf(project, id)).toMatchObject({ status: "done" });
  const session = await db.session.findFirstOrThrow({ where: { projectId: project } });
  expect(await db.event.count({ where: { sessionId: session.sessionId } })).toBe(TURNS);
  expect(await db.jobPiece.count({ where: { projectId: project } })).toBe(0);
});

it("an import whose processes all end too early has failed, and says why", async () => {
  const project = freshProject();
  const id = await asked(project);
  const task = makeSavedInProcess((child) => void child.kill("SIGKILL"));
  await task(db, { project, id }, new AbortController().signal);
  const job = await jobOf(project, id);
  expect(readJobFailure(job)?.message).toMatch(/ended 3 times before it was done \(SIGKILL\)/);
});
