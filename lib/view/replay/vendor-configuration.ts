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
        text: JSON.stringify(nestKeys(form.under, form.listed === undefined ? options : [options]), null, 2),
      };
    case "yaml":
      return { place: form.place, text: writeYaml(form.under, options) };
    case "toml":
      return { place: form.place, text: writeToml(form.section, { ...form.first, ...options }) };
    case "flags":
      return { place: "command line", text: writeFlags(form.command, options) };
    case "typescript":
      return { place: "TypeScript", text: writeTypescriptCall(form.pattern, options, form.names ?? []) };
    case "python":
      return { place: "Python", text: writePythonCall(form.pattern, options) };
  }
}

/**
 * Finds the options in pasted text. From a whole file or request body, takes the part that this policy reads. When the
 * keys to that part are incomplete, takes the whole text as the options.
 */
export function readPastedOptions(pasted: JsonObject, form: VendorConfiguration | null): JsonObject {
  if (form?.write !== "json") return pasted;
  const { listed } = form;
  const found = form.under.reduce<unknown>((at, key) => (isRecord<Json>(at) ? at[key] : undefined), pasted);
  if (listed === undefined) return isRecord<Json>(found) ? found : pasted;
  const edits: unknown[] = Array.isArray(found) ? found : [];
  return edits.filter(isRecord<Json>).find((edit) => String(edit.type).startsWith(listed)) ?? pasted;
}

export function toObject(options: Json): JsonObject {
  return isRecord<Json>(options) ? options : {};
}

function nestKeys(keys: readonly string[], value: unknown): unknown {
  return keys.reduceRight((inner, key) => ({ [key]: inner }), value);
}

function writeYaml(keys: readonly string[], options: JsonObject): string {
  return dump(nestKeys(keys, Object.keys(options).length === 0 ? [] : [options]), {
    lineWidth: -1,
  }).trimEnd();
}

function writeToml(section: string | undefined, options: JsonObject): string {
  return stringify(section === undefined ? options : { [section]: options }).trimEnd();
}

function writeFlags(command: string, options: JsonObject): string {
  const stated = Object.entries(options).filter(([, value]) => value !== null);
  return [command, ...stated.map(([key, value]) => `--${key.replaceAll("_", "-")} ${String(value)}`)].join(
    " ",
  );
}

function writeTypescriptCall(pattern: string, options: JsonObject, names: readonly string[]): string {
  const args = Object.entries(options).map(([key, value]) => {
    return `${key}: ${names.includes(key) ? String(value) : writeTypescriptValue(value)}`;
  });
  const [before = "", after = ""] = pattern.split("…");
  if (before.endsWith("...")) {
    return `${before.slice(0, -"...".length)}${args.join(", ")}${after}`.replace(/,\s+}/, " }");
  }
  return `${before}{ ${args.join(", ")} }${after}`.replace("{  }", "{}");
}

function writeTypescriptValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeTypescriptValue).join(", ")}]`;
  if (!isRecord<Json>(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, one]) => {
    return `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: ${writeTypescriptValue(one)}`;
  });
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

function writePythonCall(pattern: string, options: JsonObject): string {
  const args = Object.entries(options).map(([key, value]) => `${key}=${writePythonValue(value)}`);
  return pattern.replace("…", () => args.join(", ")).replace(", )", ")");
}

function writePythonValue(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(writePythonValue).join(", ")}]`;
  if (!isRecord<Json>(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}: ${writePythonValue(one)}`)
    .join(", ")}}`;
}
