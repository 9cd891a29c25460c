import { z } from "zod";
import type { ProjectBody } from "@/lib/api/endpoints/runtime/project";
import { AppError } from "@/lib/errors";

/** The characters that recipes may write out, and the items that all requests together may list. */
const RECIPE_CHARS_MAX = 64 * 1024 * 1024;
const ITEMS_MAX = 2_000_000;

/** A small body can ask for a lot of work: a repeated text, or many requests over many messages. */
export function refuseExcess({ messages, requests = [] }: ProjectBody): void {
  const chars = messages.reduce<number>((sum, message) => sum + charsOf(message), 0);
  if (chars > RECIPE_CHARS_MAX)
    throw new AppError(
      "too_large",
      `messages: texts may come to ${RECIPE_CHARS_MAX} characters, not ${chars}`,
    );
  if (messages.length * requests.length > ITEMS_MAX)
    throw new AppError("too_large", `requests: requests times messages may come to ${ITEMS_MAX}`);
}

function charsOf(message: unknown): number {
  if (typeof message !== "object" || message === null) return 0;
  return (
    ("text" in message ? recipeChars(message.text) : 0) +
    ("texts" in message ? recipeChars(message.texts) : 0)
  );
}

function recipeChars(text: unknown): number {
  if (typeof text === "string") return text.length;
  if (Array.isArray(text)) return text.reduce<number>((sum, part) => sum + recipeChars(part), 0);
  const { success, data } = recipeSchema.safeParse(text);
  if (!success) return 0;
  const [piece, times] = "rep" in data ? data.rep : data.lines;
  return (piece.length + LINE_NUMBER_CHARS) * times;
}

const LINE_NUMBER_CHARS = 8;
const repeated = z.tuple([z.string(), z.number()]);
const recipeSchema = z.union([z.object({ rep: repeated }), z.object({ lines: repeated })]);
