import { expect, it } from "vitest";
import { makeIncidentTitle } from "./incident-title";

const at = { code: "evidence.dangling", turn: 4 };

it("says what the finding says, whole", () => {
  expect(makeIncidentTitle({ ...at, sentence: "Step 4 ran blind." }, 20)).toBe("Step 4 ran blind.");
});

it("says what it is and where, instead of a part of a long sentence or of lines", () => {
  const short = "A step ran on evidence that had left the window at turn 4";
  expect(makeIncidentTitle({ ...at, sentence: "Step 4 ran blind. ".repeat(20) }, 200)).toBe(short);
  expect(makeIncidentTitle({ ...at, sentence: "failed with\nsome lines" }, 200)).toBe(short);
  expect(makeIncidentTitle({ ...at, sentence: "" }, 200)).toBe(short);
});
