import { parseJsonOrText, recordIn } from "./arguments";

const CHARS_READ = 500;
const LIMITS_MAX = 20;
/** To end what runs takes its time. */
const LATE_SHARE = 0.02;
const LATE_MS = 1_500;
const DURATION =
  /(?:(\d{1,6}(?:\.\d{1,9})?) ?m(?:in(?:ute)?s?)? ?)?(\d{1,9}(?:\.\d{1,9})?) ?(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?)\b/g;

/**
 * The line among the first or the last words of an answer that states the very time that its call allowed in milliseconds or seconds:
 * that ended it, and will end it again. `null` for none.
 *
 *     {command: "npm install", timeout_ms: 120000}    "command timed out after 120374 milliseconds"     that line
 *     {command: "npm test", timeout: 300000}          "Command timed out after 5m 0.0s"                 that line
 *     {command: "curl a.example", timeout: 120000}    "connection timed out after 30 s"                 null
 */
export function findLimitLine(args: string, answer: string): string | null {
  const limits = Object.values(recordIn(parseJsonOrText(args)) ?? {})
    .filter((value): value is number => typeof value === "number" && value > 0)
    .slice(0, LIMITS_MAX)
    .flatMap((value) => [value, value * 1_000]);
  if (limits.length === 0) return null;
  const ends = `${answer.slice(0, CHARS_READ)}\n${answer.slice(CHARS_READ).slice(-CHARS_READ)}`;
  const lines = ends.split("\n").filter((line) =>
    [...line.matchAll(DURATION)].some((found) => {
      const took = readMilliseconds(found);
      return limits.some((limit) => took >= limit && took <= limit + Math.max(LATE_MS, limit * LATE_SHARE));
    }),
  );
  return lines.at(-1)?.trim() ?? null;
}

function readMilliseconds([, minutes = "0", amount = "0", unit = ""]: RegExpExecArray): number {
  const scale = unit.startsWith("ms") || unit.startsWith("milli") ? 1 : unit.startsWith("m") ? 60_000 : 1_000;
  return Number(minutes) * 60_000 + Number(amount) * scale;
}
