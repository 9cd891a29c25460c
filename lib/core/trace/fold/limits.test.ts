import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { modelSettingsSchema } from "../../models/model-settings";
import type { TraceEvent } from "../event";
import { foldRecording } from "./recording";
import { foldSession } from "./fold";

const AT = Date.parse("2026-11-01T10:00:00Z");

function turn(
  index: number,
  fields: { model?: string; contextWindow?: number; usage?: { input: number } },
): TraceEvent {
  return { id: `t${index}`, session: "s", type: "turn.recorded", turn: index, at: AT + index, ...fields };
}

const windowsOf = (...turns: TraceEvent[]) =>
  foldSession(turns).turns.map(({ contextWindow, contextWindowProvenance }) => [
    contextWindow,
    contextWindowProvenance,
  ]);

describe("the context window of a turn", () => {
  it("is what the trace says, and holds for the model's next turns", () => {
    expect(
      windowsOf(
        turn(0, { model: "gpt-4.1", contextWindow: 50_000 }),
        turn(1, { model: "gpt-4.1" }),
        turn(2, { model: "gpt-4o" }),
        turn(3, { model: "no-such-model" }),
        turn(4, { model: "gpt-4.1" }),
      ),
    ).toEqual([
      [50_000, "recorded"],
      [50_000, "recorded"],
      [128_000, "model table"],
      [null, "unavailable"],
      [50_000, "recorded"],
    ]);
  });

  it("is never smaller than a measured request of the same model, from that turn on", () => {
    const of = (input: number, model = "claude-sonnet-4-5") => ({ model, usage: { input } });
    expect(
      windowsOf(
        turn(0, of(150_000)),
        turn(1, of(263_000)),
        turn(2, of(90_000)),
        turn(3, of(90_000, "claude-sonnet-4")),
        turn(4, of(1_200_000)),
      ),
    ).toEqual([
      [200_000, "model table"],
      [1_000_000, "model table"],
      [1_000_000, "model table"],
      [200_000, "model table"],
      [null, "unavailable"],
    ]);
  });

  it("is the session's where a turn says nothing", () => {
    const { session } = foldRecording(
      trace("s", { model: "gpt-4.1", contextWindow: 9_000 })
        .turn((t) => t.user(10))
        .events(),
    );
    expect(session.turns[0]).toMatchObject({ contextWindow: 9_000, contextWindowProvenance: "recorded" });
    expect(session.meta).toMatchObject({ contextWindow: 9_000, contextWindowProvenance: "recorded" });
  });

  it("is the project's where the trace does not say", () => {
    const events = trace("s", { model: "openai/gpt-4.1" })
      .turn((t) => t.user(10))
      .events();
    const models = modelSettingsSchema.parse([{ model: "gpt-4.1", contextWindow: 64_000 }]);
    expect(foldRecording(events).session.meta).toMatchObject({
      contextWindow: 1_047_576,
      contextWindowProvenance: "model table",
    });
    const { session } = foldRecording(events, models);
    expect(session.meta).toMatchObject({
      contextWindow: 64_000,
      contextWindowProvenance: "project settings",
    });
    expect(session.turns[0]?.contextWindow).toBe(64_000);
  });

  it("is what the harness takes for every model, where it says so without naming one", () => {
    const windowOfAgent = (agent: string) => {
      const { meta } = foldRecording(
        trace("s", { agent })
          .turn((t) => t.user(10))
          .events(),
      ).session;
      return [meta.contextWindow, meta.contextWindowProvenance];
    };
    expect(windowOfAgent("Gemini CLI")).toEqual([1_048_576, "harness default"]);
    expect(windowOfAgent("OpenClaw")).toEqual([null, "unavailable"]);
  });
});
