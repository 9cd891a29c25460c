import { describe, expect, it } from "vitest";
import { windowIds } from "@/lib/testing/drawn/draw-session";
import { importSample } from "@/lib/testing/samples";

describe("a session of Cline's command line", () => {
  it("has the model and the usage of each answer, and pairs results by the ids of their calls", async () => {
    const { format, sessions, warnings } = await importSample("cline.messages.json");
    const [session] = sessions;
    if (session === undefined) throw new Error("no session");
    expect([format, session.meta.externalId, session.meta.agent]).toEqual([
      "cline_session",
      "cline-walk-1",
      "Cline",
    ]);
    expect(
      session.turns.map(({ model, usage, toolCalls }) => [model, usage?.input, usage?.cacheRead, toolCalls]),
    ).toEqual([
      ["lab-6", 400, 0, 1],
      ["lab-6", 440, 400, 0],
    ]);
    expect(windowIds(session, 1).slice(-2)).toEqual(["call:toolu_1", "result:toolu_1"]);
    expect(warnings).toEqual({});
  });
});
