import { expect, it } from "vitest";
import { recordingOf } from "../trace/fold/recording";
import { analysed, findAll, findInSteps } from "./find";
import { FINDING_RULES } from "./registry";
import { demoStory } from "@/lib/demo";

it("findings are looked for and checked one rule at a time, with room for other work between two", () => {
  const known = analysed(recordingOf(demoStory("test-fixing")));
  const steps = findInSteps(known);
  let pauses = 0;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) {
      expect(step.value).toEqual(findAll(known));
      break;
    }
    pauses++;
  }
  expect(pauses).toBeGreaterThan(FINDING_RULES.length);
});
