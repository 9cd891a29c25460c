import { describe, expect, it } from "vitest";
import { checkPattern } from "./redaction-pattern";

describe("a pattern of a project", () => {
  it.each([
    ["CUST-\\d{5}", "CUST-\\d{5,5}"],
    ["\\bEMP[0-9]+", "\\bEMP[0-9]{1,100}"],
    ["tenant:[a-z-]{3,40}", "tenant:[a-z-]{3,40}"],
    ["a.b?", "a.b{0,1}"],
  ])("may be %s", (pattern, source) => expect(checkPattern(pattern)).toEqual({ source }));

  it.each([
    ["a repetition in a repetition", "(a+)+b"],
    ["alternatives that overlap", "(a|aa)+$"],
    ["a reference", "(a)\\1"],
    ["an assertion", "(?=a)b"],
    ["too many ways to match", "\\w*\\w*x"],
    ["too many repetitions", "a{1,999}"],
    ["what matches nothing", "a*"],
    ["an open class", "[a"],
    ["bounds the wrong way round", "a{5,2}"],
    ["an anchor", "^a"],
  ])("may not have %s", (_, pattern) => expect(checkPattern(pattern)).toHaveProperty("problem"));
});
