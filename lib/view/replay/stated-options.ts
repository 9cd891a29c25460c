import { isRecord } from "@/lib/core/is-record";
import type { Json, JsonObject } from "./replay-input";

const SHOWN_MAX = 4;

/** Tells two choices of one policy apart: "n 5 · polling 2". */
export function describeStatedOptions(options: JsonObject): string {
  const parts = listParts(options, "");
  const more = parts.length - SHOWN_MAX;
  return [...parts.slice(0, SHOWN_MAX), ...(more > 0 ? [`${more} more`] : [])].join(" · ");
}

function listParts(value: JsonObject, before: string): string[] {
  return Object.entries(value).flatMap(([key, part]) => {
    const name = before === "" ? key : `${before}.${key}`;
    return isRecord<Json>(part) ? listParts(part, name) : [`${name} ${describeText(part)}`];
  });
}

function describeText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
