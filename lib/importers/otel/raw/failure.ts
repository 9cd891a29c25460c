import { isRecord } from "@/lib/core/is-record";
import { stringOf } from "../../shared/values";

const CHARS_MAX = 2_000;
/** The names under which programs and providers say what went wrong, the most telling first. */
const SAYING = ["message", "Message", "error", "body", "detail", "errors", "code", "type"];

/**
 * What a caller or a provider says of a failed call, as one text: the status first, then the words.
 * @param error a text, `{ status, body }`, or a provider's own error object
 * @returns undefined where nothing failed
 */
export function describeFailure(error: unknown): string | undefined {
  if (error === undefined || error === null || error === false) return undefined;
  const status = isRecord(error) ? findStatus(error) : undefined;
  const errorWords = findWords(error);
  const words = errorWords ?? (status === undefined ? JSON.stringify(error) : undefined);
  const text = [status === undefined ? undefined : `status ${status}`, words]
    .filter((part) => part)
    .join(": ");
  return text === "" ? undefined : text.slice(0, CHARS_MAX).toWellFormed();
}

function findStatus({ status, status_code: inPython, statusCode }: Readonly<Record<string, unknown>>) {
  return [status, inPython, statusCode].find((value) => typeof value === "number" && value > 0);
}

function findWords(error: unknown): string | undefined {
  if (Array.isArray(error)) return findWords((error as unknown[])[0]);
  if (!isRecord(error)) return flattenBody(stringOf(error));
  for (const name of SAYING) {
    const words = findWords(error[name]);
    if (words !== undefined) return words;
  }
  return undefined;
}

/** A provider's body may have come as text. */
function flattenBody(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  if (trimmed === undefined || !/^[[{]/.test(trimmed)) return trimmed || undefined;
  try {
    return findWords(JSON.parse(trimmed)) ?? trimmed;
  } catch {
    return trimmed;
  }
}
