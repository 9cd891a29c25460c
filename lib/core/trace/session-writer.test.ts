import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawSession, windowIds } from "@/lib/testing/drawn/draw-session";
import { foldSession } from "./fold/fold";
import { SessionWriter } from "./session-writer";

const block = (id: string, content = `text of ${id}`) => ({ id, kind: "user_message" as const, content });

describe("SessionWriter", () => {
  it("writes a growing window as what is appended, and each text once", () => {
    const writer = new SessionWriter("s");
    const [a, b] = [block("a"), block("b")];
    writer.writeTurn({ at: null, window: [a] });
    writer.writeTurn({ at: null, window: [a, b] });
    writer.writeTurn({ at: null, window: [b, a] });
    expect(writer.take()).toMatchObject([
      { id: "turn-0", turn: 0, window: { entries: [a] } },
      { id: "turn-1", turn: 1, window: { append: [b] } },
      { id: "turn-2", turn: 2, window: { entries: ["b", "a"] } },
    ]);
  });

  it("writes what left, what stands differently and what came in between", () => {
    const writer = new SessionWriter("s");
    const [a, b, c] = [block("a"), block("b"), block("c")];
    writer.writeTurn({ at: null, window: [a, b, c] });
    writer.writeTurn({ at: null, window: [a, block("x"), { ...c, mode: "reference", content: "[gone]" }] });
    expect(writer.take()[1]).toMatchObject({
      window: {
        remove: ["b"],
        change: [{ id: "c", mode: "reference", content: "[gone]" }],
        insert: [{ after: "a", entries: [block("x")] }],
      },
    });
  });

  it("loses nothing: the fold sees the windows that were stated", () => {
    const windows = fc.array(fc.uniqueArray(fc.constantFrom(..."abcdefgh"), { maxLength: 8 }), {
      minLength: 1,
      maxLength: 10,
    });
    fc.assert(
      fc.property(windows, (stated) => {
        const writer = new SessionWriter("s");
        for (const ids of stated) writer.writeTurn({ at: null, window: ids.map((id) => block(id)) });
        const session = foldSession(writer.take());
        stated.forEach((ids, turn) => expect(windowIds(session, turn)).toEqual(ids));
        expect(session.warnings).toEqual([]);
      }),
    );
  });

  it("names the same events when the same story is written again", () => {
    const write = () => {
      const writer = new SessionWriter("s");
      writer.write("session.started", { at: 0, name: "n" });
      writer.writeTurn({ at: 1, window: [block("a")] });
      writer.write("annotation.added", { at: 2, text: "x" });
      return writer.take();
    };
    expect(write()).toEqual(write());
    expect(drawSession(foldSession(write()))).toBe("a |#|");
  });
});
