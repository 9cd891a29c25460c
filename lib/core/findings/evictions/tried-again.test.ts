import { describe, expect, it } from "vitest";
import type { TraceBuilder } from "@/lib/testing/trace-builder";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";
import { duplicateCall } from "./duplicate-call";

const ASKS = "Would you like to use a compiler for the new app? No / Yes";

const find = (builder: TraceBuilder) =>
  findAll(analyseRecording(foldRecording(builder.events())), undefined, [duplicateCall]).findings;

interface Run {
  readonly command: string;
  readonly answer?: string;
  /** What a user says before it. */
  readonly said?: string;
}

/** One command a turn. */
function runs(...all: readonly Run[]) {
  const story = trace();
  all.forEach(({ command, said }, i) =>
    story.turn((t) => {
      const before = all[i - 1];
      if (before !== undefined) t.result(`c${i - 1}`, before.answer ?? ASKS);
      if (i === 0 || said !== undefined) t.user(said ?? "Make the app.");
      t.calls("Bash", { command }, `c${i}`);
    }),
  );
  const last = all.length - 1;
  return story.turn((t) => t.result(`c${last}`, all[last]?.answer ?? ASKS).says("I stop."));
}

const FORMS = ["npx make-app web --no-ask", "echo N | npx make-app web", "yes N | npx make-app web --quick"];
const [one = "", two = "", three = ""] = FORMS;
const look: Run = { command: "ls -la", answer: "total 0, and nothing else stands in this folder" };

describe("call.duplicate, of a command that was tried in several forms", () => {
  it("is one that gave the same each time", () => {
    const [found, ...more] = find(runs({ command: one }, { command: two }, look, { command: three }));
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      severity: "warning",
      standing: "proved",
      from: 0,
      to: 3,
      blocks: ["call:c0", "call:c1", "call:c3"],
      numbers: { times: 2 },
    });
    expect(found?.sentence).toContain(
      "was tried in 3 forms at once, at turns 0, 1, 3, and each gave the same",
    );
    expect(found?.claims.map(({ is }) => is)).toEqual(["stands", "equal", "stands", "equal"]);
  });

  it.each<[string, readonly Run[]]>([
    ["two forms", [{ command: one }, { command: two }]],
    [
      "another thing each time",
      ["web", "api", "docs"].map((name) => ({ command: `npx make-app ${name} at/${name}` })),
    ],
    [
      "what was not tried at once",
      [{ command: one }, look, look, look, { command: two }, { command: three }],
    ],
    [
      "another answer",
      [{ command: one }, { command: two }, { command: three, answer: `${ASKS} (the last one)` }],
    ],
    [
      "what a user asked for",
      [{ command: one }, { command: two }, { command: three, said: "Try it once more." }],
    ],
    [
      "what other commands say, too",
      [{ command: one }, { command: two }, { command: three }, { command: "make deploy" }],
    ],
    [
      "changes of a file that answer with one word",
      ["1", "2", "3"].map((no) => ({
        command: `sed -i ${no}d src/app.ts`,
        answer: "The command ended and its output was empty.",
      })),
    ],
  ])("is not %s", (_, all) => {
    expect(find(runs(...all)).filter(({ sentence }) => sentence.includes("forms"))).toEqual([]);
  });
});
