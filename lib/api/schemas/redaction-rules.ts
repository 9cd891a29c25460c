import { z } from "zod";
import { checkPattern } from "@/lib/core/redaction-pattern";

const ruleSchema = z
  .object({
    name: z.string().trim().min(1).max(60).describe("how people call the rule"),
    kind: z
      .enum(["text", "regex"])
      .default("text")
      .describe("whether the pattern is a text or a regular expression"),
    pattern: z
      .string()
      .trim()
      .min(3)
      .max(200)
      .describe(
        "a text, with at most two * for anything up to the next space or quote; or a regular expression of characters and classes with bounded repetitions",
      ),
  })
  .check(({ value: { kind, pattern }, issues }) => {
    const checked = kind === "regex" ? checkPattern(pattern) : null;
    const problem =
      checked !== null && "problem" in checked
        ? checked.problem
        : kind === "text" && pattern.split("*").length > 3
          ? "expected at most two wildcards"
          : null;
    if (problem !== null)
      issues.push({ code: "custom", message: problem, path: ["pattern"], input: pattern });
  });

export const redactionRulesSchema = z
  .object({
    rules: z.array(ruleSchema).max(100).describe("what is masked beyond the built-in classes"),
    off: z.array(z.string().max(60)).max(500).describe("ids of classes that the project does without"),
    on: z
      .array(z.string().max(60))
      .max(500)
      .default([])
      .describe(
        "ids of classes that are looked for because the project chose them, such as ip, or phone-de for telephone numbers as written in Germany",
      ),
  })
  .meta({ id: "RedactionRules" });
