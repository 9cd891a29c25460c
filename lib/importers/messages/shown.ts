import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { nameIn } from "../shared/bounds";
import type { Loose } from "../shared/values";
import { recordOf, recordsOf, stringOf } from "../shared/values";

/** A result as text: as it came when it is text, the texts of its parts, else its JSON. */
export function shownText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  const wrapped = recordOf(value);
  if (typeof wrapped.value === "string" && stringOf(wrapped.type) !== undefined) return wrapped.value;
  const parts = recordsOf(Array.isArray(value) ? value : wrapped.content);
  const texts = parts.flatMap(({ text }) => (typeof text === "string" ? [text] : []));
  return texts.length > 0 && texts.length === parts.length ? texts.join("\n") : JSON.stringify(value);
}

/** What else a tool may say beside its content: where a message shows it, the model was sent it. */
const BESIDE_CONTENT = new Set(["content", "isError", "is_error", "type"]);

/** A result as a message shows it to the model: all of it, be it beside its content. */
export function sentText(value: unknown): string {
  const { type, value: inner } = recordOf(value);
  if (type === "json" && inner !== undefined) return sentText(inner);
  return saysMore(value) ? JSON.stringify(value) : shownText(value);
}

/** Whether a tool returned more than its content, such as MCP's `structuredContent` and `_meta`. */
export function saysMore(value: unknown): boolean {
  const { content, ...rest } = recordOf(value);
  const isMore = ([key, said]: [string, unknown]) => !BESIDE_CONTENT.has(key) && said !== null;
  return Array.isArray(content) && Object.entries(rest).some(isMore);
}

export function textOfDocument(part: Loose): string | undefined {
  const source = recordOf(part.source);
  return part.type === "document" && source.type === "text" ? stringOf(source.data) : undefined;
}

/** What may stand beside an empty text and says nothing itself. */
const MARKS = /^(type|id|index|thought|annotations|citations|logprobs|cache_control)$|signature$/i;

/** Whether a part holds no text and nothing else: an empty text, or a mark between parts. */
export function saysNothing(part: Loose): boolean {
  if (/^step|^source/.test(String(part.type))) return true;
  return Object.entries(part).every(([key, value]) => MARKS.test(key) || isNothing(value));
}

function isNothing(value: unknown): boolean {
  return (
    value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)
  );
}

/** A part of a message that is of no kind known here: the model was given it, so it stands in the window as it came. */
export function partOfUnknownKind(part: Loose): SeenItem {
  const label = nameIn(part.type) ?? "part of unknown kind";
  return { kind: "other", label, content: JSON.stringify(part) };
}
