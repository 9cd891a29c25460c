import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { nameIn } from "../shared/bounds";
import type { Loose } from "../shared/values";
import { recordOf, recordsOf, stringOf } from "../shared/values";

/** The text of a content in any of its forms: a text, parts with texts, or a value that is shown as JSON. */
export function writeShownText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  const wrapped = recordOf(value);
  if (typeof wrapped.value === "string" && stringOf(wrapped.type) !== undefined) return wrapped.value;
  const parts = recordsOf(Array.isArray(value) ? value : wrapped.content);
  const texts = parts.flatMap(({ text }) => (typeof text === "string" ? [text] : []));
  return texts.length > 0 && texts.length === parts.length ? texts.join("\n") : JSON.stringify(value);
}

/** A tool can return more than its content. If a message shows it, the model was sent it. */
const BESIDE_CONTENT = new Set(["content", "isError", "is_error", "type"]);

/** All of a result that a message shows to the model, also beside its content. */
export function writeSentText(value: unknown): string {
  const { type, value: inner } = recordOf(value);
  if (type === "json" && inner !== undefined) return writeSentText(inner);
  return hasMore(value) ? JSON.stringify(value) : writeShownText(value);
}

/** Whether a result has more than its content, such as MCP's `structuredContent` and `_meta`. */
export function hasMore(value: unknown): boolean {
  const { content, ...rest } = recordOf(value);
  const isMore = ([key, said]: [string, unknown]) => !BESIDE_CONTENT.has(key) && said !== null;
  return Array.isArray(content) && Object.entries(rest).some(isMore);
}

/** A document's text: given as one, or as a list of pieces. */
export function findTextOfDocument(part: Loose): string | undefined {
  const source = recordOf(part.source);
  if (part.type !== "document") return undefined;
  if (source.type === "text") return stringOf(source.data);
  return source.type === "content" ? stringOf(writeShownText(source.content)) : undefined;
}

/** What a file or document calls itself (its title, name, id, address), and the text that it brings along. */
export function readAttachment(part: Loose): SeenItem {
  const text = findTextOfDocument(part);
  const names = [...readNames(part, text)];
  const [label] = names;
  return {
    kind: "attachment",
    content: [...names, ...(text === undefined ? [] : [text])].join("\n"),
    ...(label !== undefined && { label }),
    ...(text === undefined && { media: { file: 1 } }),
  };
}

/**
 * What a text refers to: the cited words with the names of their sources. Providers do not count it, so it has a size
 * of 0.
 */
export function readCited({ citations, annotations }: Loose): SeenItem[] {
  const cited = [...recordsOf(citations), ...recordsOf(annotations)];
  const lines = cited.map((citation) => [...new Set(readNames(citation, undefined))].join(" · "));
  const content = lines.filter((line) => line !== "").join("\n");
  if (content === "") return [];
  return [{ kind: "other", label: "Citations", content, tokens: { value: 0, provenance: "estimated" } }];
}

/** Words that say what kind of thing a part is, and its bytes, are no names. */
const NO_NAMES = /(^|_)(type|format|data|bytes|detail|role)$|type$|data$/i;
const NAME_CHARS_MAX = 2_000;
const NAMES_DEPTH_MAX = 3;

function* readNames(value: Loose, text: string | undefined, depth = 0): Generator<string> {
  for (const [key, held] of Object.entries(value)) {
    if (typeof held === "string") {
      const isName =
        held !== "" && held !== text && held.length <= NAME_CHARS_MAX && !held.startsWith("data:");
      if (isName && !NO_NAMES.test(key)) yield held;
    } else if (depth < NAMES_DEPTH_MAX && !Array.isArray(held) && key !== "cache_control")
      yield* readNames(recordOf(held), text, depth + 1);
  }
}

/** Fields beside an empty text that say nothing. */
const MARKS = /^(type|id|index|thought|annotations|citations|logprobs|cache_control)$|signature$/i;

/** An empty text, or a mark between parts. */
export function isEmptyPart(part: Loose): boolean {
  if (/^step|^source/.test(String(part.type))) return true;
  return Object.entries(part).every(([key, value]) => MARKS.test(key) || isNothing(value));
}

function isNothing(value: unknown): boolean {
  return (
    value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)
  );
}

/** The model was given the part, so it stands in the window unchanged. */
export function readUnknownPart(part: Loose): SeenItem {
  const label = nameIn(part.type) ?? "part of unknown kind";
  return { kind: "other", label, content: JSON.stringify(part) };
}
