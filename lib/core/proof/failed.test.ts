import { expect, it } from "vitest";
import { writeAttempts } from "@/lib/testing/attempts";
import { foldRecording } from "../trace/fold/recording";
import { pairCalls } from "../window/call-pairs";
import { isToldFailed } from "./failed";

function isTold(tool: string, args: unknown, answer: string, worked = true): boolean {
  const recording = foldRecording(writeAttempts({ tool, args, answer, worked }).events());
  const result = recording.session.blocks.findIndex(({ kind }) => kind === "tool_result");
  return isToldFailed(recording, pairCalls(recording.session), result);
}

const REFUSED = '{"success": false, "error": "there is none"}';

it("a call is told to have failed by its harness, its code or its fields, and by no words", () => {
  expect(isTold("order", {}, "no", false)).toBe(true);
  expect(isTold("order", {}, REFUSED)).toBe(true);
  expect(isTold("order", {}, '{"isError": true, "content": [{"type": "text", "text": "no"}]}')).toBe(true);
  expect(isTold("fetch", { url: "https://a.example/b" }, REFUSED)).toBe(true);
  expect(isTold("bash", { command: "make" }, "Exit code 2\nthere is no rule for it")).toBe(true);
  expect(isTold("order", {}, "Error: there is none")).toBe(false);
  expect(isTold("order", {}, '{"success": true, "error": null}')).toBe(false);
  expect(isTold("bash", { command: "grep -n a b.ts" }, "Exit code 1")).toBe(false);
  expect(isTold("bash", { command: "make" }, "Exit code 0\nall is well")).toBe(false);
});

it("the fields of a file that was read say nothing of the reading", () => {
  expect(isTold("read_file", { path: "answers/one.json" }, REFUSED)).toBe(false);
  expect(isTold("bash", { command: "cat answers/one.json" }, REFUSED)).toBe(false);
});
