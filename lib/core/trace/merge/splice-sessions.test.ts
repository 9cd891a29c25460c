import { expect, it } from "vitest";
import { windowIds } from "@/lib/testing/drawn/draw-session";
import { workedExample } from "@/lib/testing/worked-example";
import type { BlockStatement } from "../blocks-schema";
import type { TraceEvent } from "../event";
import { foldSession } from "../fold/fold";
import { SessionWriter } from "../session-writer";
import { compareVariants } from "./compare-sessions";
import { spliceEvents } from "./splice-sessions";
import { makeVariant } from "./variant";

const lines = workedExample("lib/core/trace/merge/splice-sessions.ts").map((line) =>
  line.replace(/ {3,}.*$/, ""),
);
const stored = writeVariant("stored");
const written = spliceEvents(compareVariants(makeVariant(stored), makeVariant(writeVariant("fresh"))));

it("writes the turns of its worked example", () => {
  expect(listLines("written").length).toBeGreaterThan(2);
  expect(written.flatMap(describeWritten)).toEqual(listLines("written"));
});

it("makes the session of its worked example", () => {
  const merged = [...new Map([...stored, ...written].map((event) => [event.id, event])).values()];
  const session = foldSession(merged);
  const told = session.turns.map(({ index, output }) => {
    const answer = session.blocks[output[0] ?? -1]?.id ?? "";
    return `merged ${index}: ${windowIds(session, index).join(" ")} -> ${answer}`;
  });
  expect(told.length).toBeGreaterThan(4);
  expect(told).toEqual(listLines("merged"));
});

function listLines(name: string): string[] {
  return lines.filter((line) => line.startsWith(`${name} `));
}

function writeVariant(name: string): TraceEvent[] {
  const writer = new SessionWriter("s");
  writer.write("session.started", { at: null });
  for (const line of listLines(name)) {
    const [, window = "", answer = ""] = /: (.+) -> (\w)$/.exec(line) ?? [];
    writer.writeTurn({ at: null, window: window.split(" ").map(makeBlock), output: [makeBlock(answer)] });
  }
  return writer.take();
}

/** A capital is said by the user, a small letter is an answer. */
function makeBlock(letter: string): BlockStatement {
  const isUser = letter === letter.toUpperCase();
  return { id: letter, kind: isUser ? "user_message" : "assistant_text", content: `the text of ${letter}` };
}

function describeWritten(event: TraceEvent): string[] {
  if (event.type !== "turn.recorded") return [];
  const { entries, append = [] } = event.window ?? {};
  const names = (entries ?? append).map((entry) => (typeof entry === "string" ? entry : entry.id)).join(" ");
  return [`written ${event.turn}: ${entries === undefined ? "+ " : ""}${names} -> ${event.output?.[0]?.id}`];
}
