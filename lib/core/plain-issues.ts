import type { z } from "zod";
import { describeExpectation, nameKind, LEFT_OUT } from "./expectation";
import { isRecord } from "./is-record";

type Issue = z.core.$ZodIssue;

/** What is wrong with one field of a value. `message` is words for people: "must be at least 1". */
export interface PlainIssue {
  readonly path: readonly PropertyKey[];
  readonly code: string;
  readonly message: string;
}

type PlainReading<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly issues: readonly PlainIssue[] };

/** For every value from outside, so that issues say in plain words what was expected. */
export const PLAINLY: z.core.ParseContext<Issue> = { error: describeExpectation, reportInput: true };

/** The issues name each field and say in plain words what was expected. */
export function readPlainly<S extends z.ZodType>(schema: S, value: unknown): PlainReading<z.output<S>> {
  const { success, data, error } = schema.safeParse(value, PLAINLY);
  return success ? { ok: true, data } : { ok: false, issues: error.issues.flatMap(describeIssues) };
}

export function describeIssue({ issues }: z.ZodError): string {
  return issues
    .flatMap(describeIssues)
    .map(({ path, message }) => `${path.join(".") || "it"}: ${message}`)
    .join("; ");
}

const KEYS_NAMED_MAX = 20;

/**
 * An issue of a value that was parsed with {@link PLAINLY}. If several forms are allowed, the issues are those of the
 * form that was probably meant: the one with the fewest missing fields. If the value fits the shape of none, the one
 * issue lists what all forms expect.
 */
export function describeIssues(issue: Issue): PlainIssue[] {
  const { path, code } = issue;
  if (code === "unrecognized_keys")
    return issue.keys
      .slice(0, KEYS_NAMED_MAX)
      .map((key) => ({ path: [...path, key], code, message: "there is no such field" }));
  if (code === "invalid_key")
    return issue.issues
      .flatMap(describeIssues)
      .map(({ message }) => ({ path, code, message: `its name ${message}` }));
  if (code === "invalid_element") return placeIssues(path, issue.issues.flatMap(describeIssues));
  if (code !== "invalid_union") return [{ path, code, message: addWhatCame(issue) }];
  if (issue.errors.length > 0) return selectIssuesOfForms(issue, issue.errors);
  return [{ path, code: "options" in issue ? "unknown_value" : code, message: addWhatCame(issue) }];
}

function selectIssuesOfForms(issue: Issue, errors: readonly Issue[][]): PlainIssue[] {
  const forms = errors.map((found) => ({ found, plain: found.flatMap(describeIssues) }));
  const [meantForm] = forms
    .filter(({ plain }) => plain.length > 0 && plain.every(({ path }) => path.length > 0))
    .sort((a, b) => countMissing(a.found) - countMissing(b.found) || a.plain.length - b.plain.length);
  if (meantForm !== undefined) return placeIssues(issue.path, meantForm.plain);
  const expected = new Set(errors.flat().map(({ message }) => message));
  return [{ path: issue.path, code: issue.code, message: addWhatCame(issue, joinMessages([...expected])) }];
}

function placeIssues(path: readonly PropertyKey[], issues: readonly PlainIssue[]): PlainIssue[] {
  return issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}

const BE = "must be ";

function joinMessages(messages: readonly string[]): string {
  return messages.every((message) => message.startsWith(BE))
    ? BE + messages.map((message) => message.slice(BE.length)).join(" or ")
    : messages.join(", or ");
}

/** The content itself is never repeated: it can be a secret. */
function addWhatCame(issue: Issue, message = issue.message): string {
  if (isMissing(issue)) return `is missing; ${message.startsWith("must ") ? "it " : ""}${message}`;
  const isOfKind =
    (issue.code === "invalid_type" && message !== LEFT_OUT) ||
    (issue.code === "invalid_union" && issue.input === null);
  const kind = isOfKind ? nameKind(issue.input) : null;
  if (kind === null || (typeof issue.input === "number" && message.endsWith("number"))) return message;
  return `${message}, not ${kind}`;
}

function countMissing(issues: readonly Issue[]): number {
  return issues.filter(isMissing).length;
}

function isMissing(issue: Issue): boolean {
  const value =
    issue.code === "invalid_union" && issue.discriminator !== undefined && isRecord(issue.input)
      ? issue.input[issue.discriminator]
      : issue.input;
  return value === undefined && issue.code !== "custom";
}
