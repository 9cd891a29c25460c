import { describe, expect, it } from "vitest";
import type { TraceBuilder, TurnBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../trace/fold/recording";
import { analyseRecording, findAll } from "./find";

const found = (story: TraceBuilder, prefix: RegExp) =>
  findAll(analyseRecording(foldRecording(story.events())))
    .findings.filter(({ code }) => prefix.test(code))
    .map(({ code, severity, from }) => `${code} ${severity} ${from}`)
    .toSorted();

const LIST =
  "Here is my plan:\n1. Collect the meter readings\n2. Compare them with May\n3. Write to the tenants";

describe("a plan that is only written down", () => {
  const begun = (plan = LIST) =>
    trace()
      .turn((t) => t.user("Settle the heating costs.", "goal").says(plan, "plan"))
      .turn((t) => t.calls("list_meters", { house: 4 }, "c1"))
      .turn((t) => t.result("c1", "12 meters").says("Read."));
  const left = (story: TraceBuilder, text = "Meters were read.") =>
    found(
      story
        .turn((t) => t.compact("sum", text, ["plan", "call:c1", "result:c1"]).says("On."))
        .turn((t) => t.says("On.")),
      /^plan\.left/,
    );
  const BOXES = "- [ ] Collect the meter readings\n- [ ] Compare them with May\n- [ ] Write to the tenants";

  it("is missed when it leaves before it is done, once something says how it goes on", () => {
    const goesOn = begun(BOXES).turn((t) => t.says(BOXES.replace("[ ]", "[x]"), "plan2"));
    const gone = goesOn
      .turn((t) => t.says("On."))
      .turn((t) =>
        t.compact("sum", "Meters were read.", ["plan", "plan2", "call:c1", "result:c1"]).says("On."),
      )
      .turn((t) => t.says("On."));
    expect(found(gone, /^plan\.left/)).toEqual(["plan.left_window serious 5"]);
    expect(left(begun(BOXES))).toEqual([]);
  });

  it("is not missed where the summary says it again", () => {
    expect(
      left(begun(BOXES), "To do: collect the meter readings, compare them with May, write to the tenants."),
    ).toEqual([]);
    expect(left(begun(BOXES), `Plan:\n${BOXES}`)).toEqual([]);
  });

  it("is not missed once every step is done", () => {
    const done = begun(BOXES).turn((t) => t.says(BOXES.replaceAll("[ ]", "[x]"), "plan2"));
    expect(
      found(
        done.turn((t) => t.drop("plan", "plan2").says("Done.")),
        /^plan\.left/,
      ),
    ).toEqual([]);
  });

  it("is not missed where a file keeps it", () => {
    const story = trace()
      .turn((t) =>
        t.user("Settle it.", "goal").calls("write", { path: "plan.md", content: `# Plan\n${BOXES}` }, "w"),
      )
      .turn((t) => t.result("w", "ok").says("Wrote it."))
      .turn((t) => t.drop("call:w", "result:w").says("On."))
      .turn((t) => t.says("On."));
    expect(found(story, /^plan\.left/)).toEqual([]);
  });
});

const STATE = {
  task: "Settle the heating costs of house 4 for last year.",
  constraints: ["Never write to a tenant before Ms Okoye has agreed."],
  decisions: [{ decision: "split by square metres", reason: "two meters were broken" }],
  ruled_out: ["asking the tenants for photos of the dials"],
  plan: ["compare the readings", "write to the tenants"],
  evidence: ["meters.csv"],
  next_action: "compare the readings",
};

const restarted = (after: (t: TurnBuilder) => unknown, state: object = STATE) =>
  found(
    trace()
      .turn((t) =>
        t
          .system("You keep the books.")
          .user(STATE.task, "goal")
          .user(STATE.constraints[0] ?? "")
          .says("Yes."),
      )
      .event({ type: "checkpoint.taken", turn: 0, state })
      .turn((t) => {
        after(t.dropAllBut("system"));
        t.says("On.");
      })
      .event({ type: "session.restarted", turn: 1 }),
    /^(?:checkpoint\.(?:lost|incomplete)|task\.lost)/,
  );
const stated = (text: string) => (t: TurnBuilder) => t.block("state", "state_summary", text);

describe("a restart from a state", () => {
  it.each([
    ["as JSON", JSON.stringify(STATE)],
    ["as indented JSON", JSON.stringify(STATE, null, 2)],
    [
      "under headings",
      `# Task\n${STATE.task}\n# Rules\n- ${STATE.constraints[0]}\n# Decided\n- split by square metres, as two meters were broken\n# Ruled out\n- asking the tenants for photos of the dials\n# Open\n- compare the readings\n- write to the tenants`,
    ],
    [
      "in other words",
      `We settle the heating costs of house 4 for last year. Before any letter to a tenant Ms Okoye has to agree. Costs are split by square metres. The tenants are not asked for photos of the dials. Open: the readings are to be compared, and the tenants are to be written to.`,
    ],
  ])("keeps what stands %s", (_, text) => expect(restarted(stated(text))).toEqual([]));

  it.each([
    ["the rule", { constraints: [] }],
    ["the decision", { decisions: [] }],
    ["what was ruled out", { ruled_out: [] }],
    ["the open steps", { plan: [], next_action: "" }],
  ])("has lost %s", (_, without) =>
    expect(restarted(stated(JSON.stringify({ ...STATE, ...without })))).toContain(
      "checkpoint.lost serious 1",
    ),
  );

  it.each([
    ["a field", { ruled_out: undefined }],
    ["a reason", { decisions: [{ decision: "split by square metres" }] }],
    ["the task in its words", { task: "heating" }],
  ])("from a checkpoint that lacks %s is told", (_, without) =>
    expect(restarted(stated(JSON.stringify(STATE)), { ...STATE, ...without })).toContain(
      "checkpoint.incomplete warning 0",
    ),
  );
});

describe("a German session", () => {
  const story = (state: string) =>
    found(
      trace()
        .turn((t) =>
          t
            .system("Du hilfst der Hausverwaltung.")
            .user(
              "Rechne die Heizkosten von Haus 4 ab. Schreibe keinem Mieter, bevor Frau Okoye zugestimmt hat.",
              "goal",
            )
            .says("Gern."),
        )
        .turn((t) => t.says("Ich lese die Zähler."))
        .event({ type: "session.restarted", turn: 2 })
        .turn((t) => t.dropAllBut("system").block("state", "state_summary", state).says("Weiter.")),
      /^(?:checkpoint\.lost|task\.lost)/,
    );

  it.each([
    [
      "Aufgabe: die Heizkosten von Haus 4 abrechnen. Regel: keinem Mieter schreiben, bevor Frau Okoye zugestimmt hat.",
      [],
    ],
    [
      "Aufgabe: die Heizkosten von Haus 4 abrechnen. Die Zähler sind gelesen, und der Vergleich mit dem Mai ist noch offen, aber die Liste liegt vor.",
      ["checkpoint.lost null 2"],
    ],
    [
      "Die Zähler sind gelesen, und der Vergleich mit dem Mai ist noch offen, aber die Liste mit den Werten liegt vor.",
      ["checkpoint.lost null 2"],
    ],
  ])("keeps or loses its rule and its task: %s", (state, codes) => expect(story(state)).toEqual(codes));
});
