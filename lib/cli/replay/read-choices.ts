import { readFileSync } from "node:fs";
import json5 from "json5";
import { z } from "zod";
import { readPlainly } from "@/lib/core/plain-issues";
import { formatPath } from "@/lib/core/trace/parse-event";
import { policyChoiceSchema, type PolicyChoice } from "@/lib/replay/choose-policy";

/**
 * The policies of a file of JSON or JSON5: one, or a list, or a body of the API.
 * @throws Error that names the file and what is wrong with it
 */
export function readChoices(file: string): PolicyChoice[] {
  const content = parseChoices(file);
  const { data } = z.looseObject({ policies: z.array(z.unknown()) }).safeParse(content);
  const choices = data?.policies ?? (Array.isArray(content) ? content : [content]);
  return choices.map((choice, i) =>
    readChoice(choice, choices.length === 1 ? file : `${file}, policy ${i + 1}`),
  );
}

function parseChoices(file: string): unknown {
  const text = readTextOf(file);
  try {
    return json5.parse(text);
  } catch (error) {
    throw new Error(`${file} is no JSON or JSON5: ${readMessage(error)}`, { cause: error });
  }
}

function readTextOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const message = isMissing ? `There is no file ${file}.` : `${file} cannot be read: ${readMessage(error)}`;
    throw new Error(message, { cause: error });
  }
}

function readChoice(choice: unknown, where: string): PolicyChoice {
  const read = readPlainly(policyChoiceSchema, choice);
  if (read.ok) return read.data;
  throw new Error(
    read.issues
      .map(({ path, message }) => `${where}: ${path.length === 0 ? "" : `${formatPath(path)}: `}${message}`)
      .join("\n"),
  );
}

function readMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
