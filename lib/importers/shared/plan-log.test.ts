import { describe, expect, it } from "vitest";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import type { StatedStep } from "@/lib/core/evidence/plan/steps/step-identity";
import { PlanLog } from "./plan-log";

function write(...statements: StatedStep[][]) {
  const writer = new SessionWriter("s");
  const log = new PlanLog(writer, "plan");
  statements.forEach((steps, turn) => log.state({ turn, at: null, block: `call:${turn}` }, steps));
  return writer.take();
}
const step = (text: string, status: StatedStep["status"] = "pending", id?: string) => ({ id, text, status });
const idsOf = (events: ReturnType<typeof write>) =>
  events.flatMap((event) => ("steps" in event ? [event.steps.map(({ id }) => id)] : []));

describe("PlanLog", () => {
  it("declares once, then revises, and notes each change of a status", () => {
    const events = write([step("a", "started"), step("b")], [step("a", "completed"), step("b")]);
    expect(events.map(({ type }) => type)).toEqual([
      "plan.declared",
      "plan.step",
      "plan.revised",
      "plan.step",
    ]);
    expect(events[3]).toMatchObject({ turn: 1, step: "step-1", status: "completed" });
  });

  it("knows a step by its text wherever it moved, and by its place when its text changed", () => {
    const events = write(
      [step("a"), step("b"), step("c")],
      [step("c"), step("b, but better"), step("a"), step("d")],
    );
    expect(idsOf(events)).toEqual([
      ["step-1", "step-2", "step-3"],
      ["step-3", "step-2", "step-1", "step-4"],
    ]);
  });

  it("never gives an id of a step that was dropped to another one", () => {
    const events = write([step("a"), step("b")], [step("a")], [step("a"), step("c")]);
    expect(idsOf(events)).toEqual([["step-1", "step-2"], ["step-1"], ["step-1", "step-3"]]);
  });

  it("takes the ids that an agent gives, unless they are not its steps' own", () => {
    expect(idsOf(write([step("a", "pending", "7"), step("b", "pending", "8")]))).toEqual([["7", "8"]]);
    expect(idsOf(write([step("a", "pending", "7"), step("b", "pending", "7")]))).toEqual([
      ["step-1", "step-2"],
    ]);
  });
});
