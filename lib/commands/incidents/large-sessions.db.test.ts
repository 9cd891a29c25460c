import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Caller } from "@/lib/access/caller";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import type { TraceEvent } from "@/lib/core/trace/event";
import { appendEvents } from "@/lib/db/log/append";
import { makeSessionKey } from "@/lib/db/session-id";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { Reader } from "@/lib/queries/reader-process/reader";
import { getComparison } from "@/lib/queries/replays/comparison";
import { getIncidentFile } from "@/lib/queries/incidents/incident-file";
import { getIncidentPage, readIncidentPage } from "@/lib/queries/incidents/incident-page";
import { testDatabase } from "@/lib/testing/database";
import { EXPORT_FORMATS } from "@/lib/view/incident/export";
import { annotateIncident } from "./annotations";
import { changeIncident, createIncident } from "./incidents";

const db = testDatabase();
const LONG = "long-incident";
const TURNS = 5_100;
const STANDING = 10;
const caller = { project: DEFAULT_PROJECT, role: "owner", actor: { kind: "local" } } as unknown as Caller;
const VIEW = { turn: null, axis: "turns", compress: false } as const;

function turn(i: number): TraceEvent {
  return {
    id: `t${i}`,
    session: LONG,
    at: i * 1_000,
    type: "turn.recorded",
    turn: i,
    window: {
      append: [{ id: `b${i}`, kind: "tool_result", content: `result ${i}` }],
      ...(i >= STANDING && { remove: [`b${i - STANDING}`] }),
    },
  };
}

beforeAll(async () => {
  const events = Array.from({ length: TURNS }, (_, i) => turn(i));
  await appendEvents(db, DEFAULT_PROJECT, events, "refuse");
  await deriveSession(db, makeSessionKey(DEFAULT_PROJECT, LONG));
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** The reads that another process is asked for. */
function readsApart(): () => string[] {
  const read = vi.spyOn(Reader.prototype, "read");
  return () => read.mock.calls.map(([asked]) => asked.read);
}

const ctx = { db, caller };

describe("an incident of a long session", () => {
  const made = (from: number, to: number) =>
    createIncident({
      ctx,
      input: {
        id: LONG,
        body: {
          title: "Long",
          severity: "warning",
          outcome: "unknown",
          range: { from, to },
          annotations: [],
        },
      },
    });

  it("is made, changed, annotated, shown and exported by another process", async () => {
    const apart = readsApart();
    const { id } = await made(0, 20);
    await changeIncident({ ctx, input: { id: LONG, incidentId: id, edit: { range: { from: 0, to: 30 } } } });
    await annotateIncident({
      ctx,
      input: { id: LONG, incidentId: id, note: { turn: 3, pin: "turn", target: null, text: "here" } },
    });
    const page = await getIncidentPage(db, DEFAULT_PROJECT, LONG, { incident: id, view: VIEW });
    const address = "http://127.0.0.1/x";
    const file = { incident: id, view: VIEW, format: "md", address } as const;
    expect((await getIncidentFile(db, DEFAULT_PROJECT, LONG, file)).text).toContain("# Long");
    expect(apart()).toEqual(["incident", "incident", "incident", "incident-page", "incident-file"]);
    expect(page).toEqual(await readIncidentPage(db, DEFAULT_PROJECT, LONG, { incident: id, view: VIEW }));
  });

  it("that was made with more turns than can be shown shows its first ones, and says so", async () => {
    const { id } = await made(0, 20);
    const key = makeSessionKey(DEFAULT_PROJECT, LONG);
    await db.incident.updateMany({ where: { sessionId: key, id }, data: { toTurn: TURNS } });
    await annotateIncident({
      ctx,
      input: { id: LONG, incidentId: id, note: { turn: 5_050, pin: "turn", target: null, text: "late" } },
    });
    const { snapshot } = await getIncidentPage(db, DEFAULT_PROJECT, LONG, { incident: id, view: VIEW });
    expect(snapshot.turns).toHaveLength(5_000);
    expect(snapshot).toMatchObject({ from: 0, to: 4_999, turnsLeftOut: TURNS - 5_000 });
    const file = { incident: id, view: VIEW, address: "http://127.0.0.1/x" } as const;
    for (const format of EXPORT_FORMATS) {
      const { text } = await getIncidentFile(db, DEFAULT_PROJECT, LONG, { ...file, format });
      expect(text).toContain(format === "json" ? '"turnsLeftOut": 100' : "100 later turns are not shown");
    }
  });

  it("whose turns the session does not have any more is shown without them, and says so", async () => {
    const { id } = await made(0, 20);
    const key = makeSessionKey(DEFAULT_PROJECT, LONG);
    const gone = { fromTurn: 2 * TURNS, toTurn: 2 * TURNS + 5 };
    await db.incident.updateMany({ where: { sessionId: key, id }, data: gone });
    const { snapshot } = await getIncidentPage(db, DEFAULT_PROJECT, LONG, { incident: id, view: VIEW });
    expect(snapshot.turns).toEqual([]);
    const file = { incident: id, view: VIEW, address: "http://127.0.0.1/x" } as const;
    for (const format of EXPORT_FORMATS) {
      const { text } = await getIncidentFile(db, DEFAULT_PROJECT, LONG, { ...file, format });
      expect(text).toContain(
        format === "json" ? '"turns": []' : "the session has none of these turns any more",
      );
    }
  });

  it("has no more turns than can be shown", async () => {
    await expect(made(0, TURNS)).rejects.toMatchObject({
      code: "invalid_body",
      details: [
        { path: "range", code: "too_many_turns", message: `must have at most 5000 turns, not ${TURNS}` },
      ],
    });
  });
});

describe("the comparison of long sessions", () => {
  it("is made by another process", async () => {
    const apart = readsApart();
    const asked = { a: LONG, b: LONG, by: "turn", ta: null, tb: null } as const;
    const { model, windows, by } = await getComparison(db, DEFAULT_PROJECT, asked);
    expect(apart()).toEqual(["comparison"]);
    expect([by, model.stepsTotal, model.lines.steps]).toEqual(["turn", TURNS, TURNS]);
    expect(model.lines.points.length).toBeLessThanOrEqual(2_000);
    expect(windows).toMatchObject({ a: 0, b: 0, both: 1 });
    const unknown = { ...asked, b: "nobody" };
    await expect(getComparison(db, DEFAULT_PROJECT, unknown)).rejects.toMatchObject({ code: "not_found" });
  });
});
