import { expect, it } from "vitest";
import { convertToPercent, describeProblem, describeRefusal } from "./problem-words";

it("a limit of a share is said in percent where the field is one", () => {
  expect(convertToPercent("must be at most 1")).toBe("must be at most 100");
  expect(convertToPercent("must be at least 0.001")).toBe("must be at least 0.1");
  expect(convertToPercent("must be a number, not text")).toBe("must be a number, not text");
});

it("problems are named by the labels of a form, and others are left to the form", () => {
  const fields = { name: { label: "Name" }, "rule.share": { label: "Share", isPercent: true } };
  const problems = { "rule.share": "must be at most 5", name: "must not be empty", other: "is missing" };
  expect(describeProblem(problems, fields)).toBe("Share: must be at most 500; Name: must not be empty");
  expect(describeProblem({ other: "is missing" }, fields)).toBeNull();
});

it("a refusal names fields as people would, not by their paths", () => {
  const said = (path: string) => describeRefusal({ [path]: "is missing" }, "");
  expect(said("account.name")).toBe("Name: is missing");
  expect(said("range.firstTurn")).toBe("First turn: is missing");
  expect(said("token_budget")).toBe("Token budget: is missing");
  expect(said("models[1]")).toBe("Models 2: is missing");
  expect(said("policies[1].options.keep")).toBe("Policies 2, keep: is missing");
});

it("a refusal without a named field is said as the server says it", () => {
  expect(describeRefusal({}, "the server is busy")).toBe("the server is busy");
  expect(describeRefusal({ "": "expected an object" }, "the body is no JSON")).toBe("the body is no JSON");
});
