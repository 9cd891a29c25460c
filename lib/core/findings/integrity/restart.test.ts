import { describe, expect, it } from "vitest";
import type { TurnBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";

const TASK = "Move the billing service to the new database without downtime.";
const STATE = {
  task: TASK,
  constraints: ["Never drop the table invoices."],
  decisions: [{ id: "d1", decision: "use logical replication", reason: "no downtime" }],
  ruled_out: ["an upgrade in place, as it needs downtime"],
  plan: ["copy the data"],
  evidence: ["docs/db.md"],
  next_action: "create the publication",
};

const lostBy = (state: Readonly<Record<string, unknown>>, after: (t: TurnBuilder) => unknown) => {
  const story = trace()
    .turn((t) => t.system("Be careful.").user(TASK).says("I will."))
    .event({ type: "checkpoint.taken", turn: 0, state })
    .turn((t) => after(t.dropAllBut("system")))
    .event({ type: "session.restarted", turn: 1 });
  const { findings } = findAll(analyseRecording(foldRecording(story.events())));
  return findings.find(({ code }) => code === "checkpoint.lost")?.sentence ?? null;
};
const continued = (state: object) => (t: TurnBuilder) =>
  t.block("state", "state_summary", JSON.stringify(state));

describe("a restart", () => {
  it.each(["constraints", "decisions", "ruled_out", "plan"])("is told of for its %s alone", (field) => {
    expect(lostBy(STATE, continued({ ...STATE, [field]: [] }))).toContain("lost: the ");
    expect(lostBy({ state: STATE }, continued({ ...STATE, [field]: [] }))).toContain("lost: the ");
  });

  it("has lost a decision of which it keeps only the id", () => {
    expect(lostBy(STATE, continued({ ...STATE, decisions: [{ id: "d1" }] }))).toContain("logical");
  });

  it("cannot be held to the words of a state in another language", () => {
    const translated =
      "Aufgabe: den Abrechnungsdienst ohne Ausfall auf die neue Datenbank bringen. Die Tabelle der Rechnungen wird nie " +
      "gelöscht. Entschieden ist die logische Replikation, und das Kopieren der Daten ist noch offen.";
    expect(lostBy(STATE, (t) => t.block("state", "state_summary", translated))).toBeNull();
    expect(lostBy(STATE, (t) => t.block("state", "state_summary", "Go on with the work."))).not.toBeNull();
  });

  it("has kept what stands in the state, in a message, or in the state's file read back", () => {
    expect(lostBy(STATE, continued(STATE))).toBeNull();
    expect(lostBy(STATE, (t) => t.user(`Go on. ${JSON.stringify(STATE, null, 2)}`))).toBeNull();
    expect(lostBy(STATE, (t) => t.result("read", JSON.stringify(STATE)))).toBeNull();
  });

  it("does not have to carry steps that were done", () => {
    const plan = [{ step: "copy the data", status: "done" }];
    expect(lostBy({ ...STATE, plan }, continued({ ...STATE, plan: [] }))).toBeNull();
  });
});
