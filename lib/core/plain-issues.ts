import type { z } from "zod";

type Issue = z.core.$ZodIssue;
type PlainIssue = Pick<Issue, "path" | "message" | "code">;

/**
 * What is wrong with a value, in words for people. If several forms are allowed, the issues are those of the form that
 * was probably meant: the one with the fewest missing fields. If the value fits the shape of none, the one issue lists
 * what all forms expect.
 */
export function plainIssues(issue: Issue): PlainIssue[] {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const forms = issue.errors.map((form) => form.flatMap(plainIssues));
  const [meant] = forms
    .filter((form) => form.length > 0 && form.every(({ path }) => path.length > 0))
    .sort((a, b) => missingIn(a) - missingIn(b) || a.length - b.length);
  if (meant !== undefined) return meant.map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
  const expected = forms.flat().map(({ message }) => message.replace(/^Invalid \w+: /, ""));
  const message = `Invalid input: ${[...new Set(expected)].join("; or ")}`;
  return [{ path: issue.path, code: issue.code, message }];
}

function missingIn(issues: readonly PlainIssue[]): number {
  return issues.filter(
    ({ code, message }) => code === "invalid_type" && message.endsWith("received undefined"),
  ).length;
}
