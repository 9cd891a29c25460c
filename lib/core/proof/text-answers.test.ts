import { expect, it } from "vitest";
import { TextAnswers } from "./text-answers";

it("the example of its description holds: a text is read once for what was asked for", () => {
  const answers = new TextAnswers();
  const add = (text: string) => answers.add(text, text);
  expect([add("see src/pay.ts"), add("paid 7.50"), add("see src/pay.ts")]).toEqual([0, 1, 0]);
  const stepsOf = (...values: string[]) => [...answers.prepareInSteps(values)].length - values.length;
  expect(stepsOf("src/pay.ts", "7.5")).toBe(2);
  expect(add("7,50 EUR")).toBe(2);
  expect(stepsOf("7.5")).toBe(1);
  expect([answers.listTextsThatSay("src/pay.ts"), answers.listTextsThatSay("7.5")]).toEqual([[0], [1, 2]]);
});

it("two callers who look for the same at the same time both get whole answers", () => {
  const answers = new TextAnswers();
  answers.add("a", "order 7");
  const [one, other] = [answers.prepareInSteps(["7"]), answers.prepareInSteps(["7"])];
  one.next();
  other.next();
  answers.add("b", "also 7");
  expect([...one, ...other].length).toBeGreaterThan(0);
  expect(answers.listTextsThatSay("7")).toEqual([0, 1]);
});

it("whether one text says a value is the same before and after it was looked for everywhere", () => {
  const answers = new TextAnswers();
  const no = answers.add("a", "order 7 of src/pay.ts");
  const values = ["7", "src/pay.ts", "8", "→"];
  const before = values.map((value) => answers.says(no, value));
  for (const value of values) answers.listTextsThatSay(value);
  expect(before).toEqual([true, true, false, false]);
  expect(values.map((value) => answers.says(no, value))).toEqual(before);
});
