import { AppError } from "@/lib/errors";

/**
 * Repeated text `{rep:[s,n]}`, numbered lines `{lines:[fmt,n]}` counted from 1, several of these in a row, or the text
 * itself.
 */
export type TextRecipe =
  | string
  | { readonly rep: readonly [string, number] }
  | { readonly lines: readonly [string, number] }
  | readonly TextRecipe[];

/** The longest text that a recipe may write out, in UTF-16 code units. */
const WRITTEN_OUT_MAX = 4_000_000;

/**
 * The messages of a policy case with their texts written out: `text`, `texts` and `thinking` may be recipes. Anything
 * else stays unchanged for the reader of messages to validate.
 * @throws AppError `invalid_body` that names the field, if a recipe would write out more than 4,000,000 characters.
 */
export function writeOutTexts(messages: unknown): unknown {
  if (!Array.isArray(messages)) return messages;
  return messages.map((message: unknown, i) => {
    if (typeof message !== "object" || message === null) return message;
    const fields = Object.entries(message).map(([name, value]: [string, unknown]) => {
      const at = `messages[${i}].${name}`;
      if (name === "text" || name === "thinking") return [name, writtenOut(value, at)];
      if (name === "texts" && Array.isArray(value)) return [name, value.map((one) => writtenOut(one, at))];
      return [name, value];
    });
    return Object.fromEntries(fields) as unknown;
  });
}

function writtenOut(value: unknown, at: string): unknown {
  if (typeof value === "string" || !isRecipe(value)) return value;
  if (computeLength(value) > WRITTEN_OUT_MAX)
    throw new AppError("invalid_body", `${at}: expected a recipe of at most ${WRITTEN_OUT_MAX} characters`);
  return writeOut(value);
}

export function isRecipe(value: unknown): value is TextRecipe {
  if (typeof value === "string") return true;
  if (Array.isArray(value)) return value.every(isRecipe);
  if (typeof value !== "object" || value === null) return false;
  const [[name, parts] = ["", null], ...others] = Object.entries(value) as [string, unknown][];
  if (others.length > 0 || (name !== "rep" && name !== "lines") || !Array.isArray(parts)) return false;
  return (
    parts.length === 2 && typeof parts[0] === "string" && Number.isInteger(parts[1]) && Number(parts[1]) >= 0
  );
}

export function writeOut(recipe: TextRecipe): string {
  if (typeof recipe === "string") return recipe;
  if ("rep" in recipe) return recipe.rep[0].repeat(recipe.rep[1]);
  if ("lines" in recipe) return writeNumberedLines(...recipe.lines);
  return recipe.map(writeOut).join("");
}

function computeLength(recipe: TextRecipe): number {
  if (typeof recipe === "string") return recipe.length;
  if ("rep" in recipe) return recipe.rep[0].length * recipe.rep[1];
  if ("lines" in recipe) return (recipe.lines[0].length + String(recipe.lines[1]).length) * recipe.lines[1];
  return recipe.reduce((sum: number, part) => sum + computeLength(part), 0);
}

function writeNumberedLines(format: string, count: number): string {
  return Array.from({ length: count }, (_, i) => format.replaceAll("%d", String(i + 1))).join("\n");
}
