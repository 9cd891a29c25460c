import { expect, it } from "vitest";
import { writeAttempts } from "@/lib/testing/attempts";
import { foldRecording } from "../../trace/fold/recording";
import { resultsOf } from "./same-results";

const LONG = Array.from({ length: 90 }, (_, i) => `line ${i} of the answer`).join("\n");

/** Whether each answer says the same as the first one. */
function areSame(...answers: readonly string[]): boolean[] {
  const steps = answers.map((answer, i) => ({ tool: "ask", args: { i }, answer, worked: true }));
  const recording = foldRecording(writeAttempts(...steps).events());
  const { session } = recording;
  const results = resultsOf({ session, recording });
  const calls = [...session.blocks.keys()].filter((no) => session.blocks[no]?.kind === "tool_call");
  return calls.slice(1).map((call) => results.areSame(calls[0] ?? -1, call));
}

it("answers say the same whatever white space stands in and around their lines, and whatever a harness adds", () => {
  expect(
    areSame(
      LONG,
      `\n${LONG.replaceAll(" of ", "  of\t")}  \n`,
      LONG.replaceAll("\n", "  \n"),
      `${LONG}\n<system-reminder>Go on.</system-reminder>`,
    ),
  ).toEqual([true, true, true]);
});

it("answers that differ in the middle, in how far a line is indented, or in where a line ends, do not", () => {
  expect(
    areSame(
      LONG,
      LONG.replace("line 45", "line 46"),
      LONG.replace("line 45", "  line 45"),
      LONG.replace("\nline 45", " line 45"),
    ),
  ).toEqual([false, false, false]);
});

it("an answer without text says the same as none", () => {
  expect(areSame("", " \n", "")).toEqual([false, false]);
});
