import type { z } from "zod";

type Raw = z.core.$ZodRawIssue;

export const LEFT_OUT = "must be left out";

/** Used for errors of a schema that has no words of its own: "must be at least 1". */
export function describeExpectation(issue: Raw): string {
  switch (issue.code) {
    case "invalid_type":
      return formatOf(issue) ?? describeType(issue.expected);
    case "invalid_value":
      return `must be ${listAllowed(issue.values)}`;
    case "too_small":
      return describeLeast(issue);
    case "too_big":
      return describeMost(issue);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_format":
      return formatExpected(issue);
    case "invalid_union":
      return describeUnion(issue);
    case "unrecognized_keys":
      return `must not have the field ${issue.keys.join(", ")}`;
    case "invalid_key":
      return "must have other names of fields";
    case "invalid_element":
      return "must have other items";
    default:
      return "must be something that makes sense here";
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  bigint: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  set: "a list",
  object: "an object",
  record: "an object",
  map: "an object",
  date: "a date",
  json: "a JSON value",
};

function describeType(expected: string): string {
  if (expected === "undefined" || expected === "never" || expected === "void") return LEFT_OUT;
  if (expected === "nonoptional") return "must be given";
  return `must be ${TYPES[expected] ?? expected}`;
}

/** In words: "a list". `null` where the kind says nothing, as for NaN. */
export function nameKind(value: unknown): string | null {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number") return Number.isFinite(value) ? "a number" : null;
  if (typeof value === "boolean") return String(value);
  return typeof value === "string" || typeof value === "object" ? (TYPES[typeof value] ?? null) : null;
}

function listAllowed(values: readonly z.core.util.Primitive[]): string {
  const [only] = values;
  if (values.length === 1) return String(only);
  return `one of ${values.map((value) => (value === "" ? "“” (empty)" : String(value))).join(", ")}`;
}

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ["character", "characters"],
  array: ["item", "items"],
  set: ["item", "items"],
  map: ["field", "fields"],
  object: ["field", "fields"],
  record: ["field", "fields"],
  file: ["byte", "bytes"],
};

function describeLeast({ origin, minimum, inclusive, exact }: Raw & { code: "too_small" }): string {
  const units = UNITS[origin];
  if (units !== undefined) {
    if (exact === true) return `must have exactly ${describeSize(minimum, units)}`;
    const least = inclusive === false ? Number(minimum) + 1 : minimum;
    return Number(least) === 1 ? "must not be empty" : `must have at least ${describeSize(least, units)}`;
  }
  if (origin === "date") return `must be ${formatDate(minimum)} or later`;
  if (exact === true) return `must be exactly ${minimum}`;
  return inclusive === false ? `must be more than ${minimum}` : `must be at least ${minimum}`;
}

function describeMost({ origin, maximum, inclusive, exact }: Raw & { code: "too_big" }): string {
  const units = UNITS[origin];
  if (units !== undefined) {
    if (exact === true) return `must have exactly ${describeSize(maximum, units)}`;
    const largest = inclusive === false ? Number(maximum) - 1 : maximum;
    return Number(largest) === 0 ? "must be empty" : `must have at most ${describeSize(largest, units)}`;
  }
  if (origin === "date") return `must be ${formatDate(maximum)} or earlier`;
  if (exact === true) return `must be exactly ${maximum}`;
  return inclusive === false ? `must be less than ${maximum}` : `must be at most ${maximum}`;
}

function describeSize(size: number | bigint, [singular, plural]: readonly [string, string]): string {
  return `${size} ${Number(size) === 1 ? singular : plural}`;
}

function formatDate(time: number | bigint): string {
  return new Date(Number(time)).toISOString().slice(0, 10);
}

const FORMATS: Readonly<Record<string, string>> = {
  email: "an email address",
  url: "an address such as https://example.com",
  datetime: "a date and time such as 2026-01-31T12:00:00Z",
  date: "a date such as 2026-01-31",
  time: "a time such as 12:00:00",
  duration: "a duration such as PT30M",
  uuid: "a UUID",
  guid: "a UUID",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
  cidrv4: "an IPv4 range such as 10.0.0.0/8",
  cidrv6: "an IPv6 range such as fd00::/8",
  base64: "text in base64",
  base64url: "text in base64url",
  json_string: "JSON",
  lowercase: "in lower case",
  uppercase: "in upper case",
};

function formatOf({ expected, inst }: Raw & { code: "invalid_type" }): string | null {
  const format = inst !== undefined && "format" in inst._zod.def ? inst._zod.def.format : undefined;
  const words = expected === "string" && typeof format === "string" ? FORMATS[format] : undefined;
  return words === undefined ? null : `must be ${words}`;
}

function formatExpected(issue: Raw & { code: "invalid_format" }): string {
  const { format, prefix, suffix, includes, pattern } = issue;
  if (format === "starts_with") return `must start with “${String(prefix)}”`;
  if (format === "ends_with") return `must end with “${String(suffix)}”`;
  if (format === "includes") return `must contain “${String(includes)}”`;
  if (format === "regex") return `must match the pattern ${String(pattern)}`;
  return `must be ${FORMATS[format] ?? `in the format ${format}`}`;
}

function describeUnion(issue: Raw & { code: "invalid_union" }): string {
  if (issue.inclusive === false) return "must be of one form only, and fits several";
  const options = "options" in issue && Array.isArray(issue.options) ? issue.options : [];
  return options.length > 0 ? `must be ${listAllowed(options)}` : "must be of one of the forms that are read";
}
