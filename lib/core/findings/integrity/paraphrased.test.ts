import { describe, expect, it } from "vitest";
import { normalisePlainText } from "./plain-text";
import { Restatements } from "./paraphrased";

const isRetold = (constraint: string, summary: string) =>
  Restatements.addInRow(
    summary.split(/(?<=[.!?])\s+/).map((sentence) => normalisePlainText(sentence)),
  ).restate(normalisePlainText(constraint));

describe("a constraint in other words", () => {
  it.each([
    ["Never touch the migrations folder.", "The migrations folder is off limits."],
    ["Do not use any external dependencies.", "Constraint: no external deps."],
    ["Always answer in French.", "Reply language: French."],
    ["Please don't deploy on Fridays.", "No Friday deploys."],
    ["Use at most 5 API calls.", "API call limit: 5."],
    ["Write end-to-end tests only, no unit tests.", "E2E tests only - no unit tests."],
    ["Ask me before you delete anything.", "Ask the user before deleting anything."],
    ["Only edit files under src/export.", "Edits: only files in src/export."],
  ])("is kept: %s as %s", (constraint, summary) => {
    expect(isRetold(constraint, summary)).toBe(true);
  });

  it.each([
    ["Do not use any external dependencies.", "Use external dependencies."],
    ["Never delete customer records.", "The customer records are to be deleted."],
    ["Always run the slow linter.", "Do not run the slow linter."],
    ["Use at most 5 API calls.", "API call limit: 50."],
    ["Only edit files under src/export.", "Task: the exporter. Read one file."],
  ])("is not kept where it is turned round or loses its number or place: %s as %s", (constraint, summary) => {
    expect(isRetold(constraint, summary)).toBe(false);
  });
});
