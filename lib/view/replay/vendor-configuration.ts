import { dump } from "js-yaml";
import { stringify } from "smol-toml";
import { isRecord } from "@/lib/core/is-record";
import type { VendorConfiguration } from "@/lib/policies/contract/configuration";
import type { Json, JsonObject } from "./replay-input";

export interface WrittenConfiguration {
  readonly text: string;
  readonly place: string;
}

export function writeConfiguration(form: VendorConfiguration, options: JsonObject): WrittenConfiguration {
  switch (form.write) {
    case "json":
      return {
        place: form.place,
        text: JSON.stringify(nest(form.under, form.listed === undefined ? options : [options]), null, 2),
      };
    case "yaml":
      return { place: form.place, text: yaml(form.under, options) };
    case "toml":
      return { place: form.place, text: toml(form.section, { ...form.first, ...options }) };
    case "flags":
      return { place: "command line", text: flags(form.command, options) };
    case "typescript":
      return { place: "TypeScript", text: typescriptCall(form.pattern, options, form.names ?? []) };
    case "python":
      return { place: "Python", text: pythonCall(form.pattern, options) };
  }
}

/**
 * Finds the options in pasted text. From a whole file or request body, takes the part that this policy reads. When the
 * keys to that part are incomplete, takes the whole text as the options.
 */
export function optionsIn(pasted: JsonObject, form: VendorConfiguration | null): JsonObject {
  if (form?.write !== "json") return pasted;
  const { listed } = form;
  const found = form.under.reduce<unknown>((at, key) => (isRecord<Json>(at) ? at[key] : undefined), pasted);
  if (listed === undefined) return isRecord<Json>(found) ? found : pasted;
  const edits: unknown[] = Array.isArray(found) ? found : [];
  return edits.filter(isRecord<Json>).find((edit) => String(edit.type).startsWith(listed)) ?? pasted;
}

export function asObject(options: Json): JsonObject {
  return isRecord<Json>(options) ? options : {};
}

function nest(keys: readonly string[], value: unknown): unknown {
  return keys.reduceRight((inner, key) => ({ [key]: inner }), value);
}

function yaml(keys: readonly string[], options: JsonObject): string {
  return dump(nest(keys, Object.keys(options).length === 0 ? [] : [options]), { lineWidth: -1 }).trimEnd();
}

function toml(section: string | undefined, options: JsonObject): string {
  return stringify(section === undefined ? options : { [section]: options }).trimEnd();
}

function flags(command: string, options: JsonObject): string {
  const stated = Object.entries(options).filter(([, value]) => value !== null);
  return [command, ...stated.map(([key, value]) => `--${key.replaceAll("_", "-")} ${String(value)}`)].join(
    " ",
  );
}

function typescriptCall(pattern: string, options: JsonObject, names: readonly string[]): string {
  const args = Object.entries(options).map(([key, value]) => {
    return `${key}: ${names.includes(key) ? String(value) : typescriptValue(value)}`;
  });
  const [before = "", after = ""] = pattern.split("…");
  if (before.endsWith("...")) {
    return `${before.slice(0, -"...".length)}${args.join(", ")}${after}`.replace(/,\s+}/, " }");
  }
  return `${before}{ ${args.join(", ")} }${after}`.replace("{  }", "{}");
}

function typescriptValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(typescriptValue).join(", ")}]`;
  if (!isRecord<Json>(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, one]) => {
    return `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: ${typescriptValue(one)}`;
  });
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

function pythonCall(pattern: string, options: JsonObject): string {
  const args = Object.entries(options).map(([key, value]) => `${key}=${pythonValue(value)}`);
  return pattern.replace("…", () => args.join(", ")).replace(", )", ")");
}

function pythonValue(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(", ")}]`;
  if (!isRecord<Json>(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}: ${pythonValue(one)}`)
    .join(", ")}}`;
}
