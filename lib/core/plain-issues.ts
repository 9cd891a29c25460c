import type { z } from "zod";

type Issue = z.core.$ZodIssue;
type PlainIssue = Pick<Issue, "path" | "message" | "code">;

/**
 * What is wrong with a value, for people. Where several forms are allowed, that is what is wrong with the one that was
 * meant, which is the one that the least is missing of; or, where the value has the shape of none, what all of them expect.
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
