import { isRecord } from "@/lib/core/is-record";
import { z } from "zod";
import { EXAMPLE_VALUES } from "./example-values";

type Json = Readonly<Record<string, unknown>>;

const DEPTH_MAX = 12;

/** Each field has the value of `EXAMPLE_VALUES` for its name, else the schema's default or first choice. */
export function buildExample(schema: z.ZodType, io: "input" | "output" = "input"): unknown {
  const root = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  return buildValue(root, { name: "", defs: (root.$defs ?? {}) as Readonly<Record<string, Json>>, depth: 0 });
}

interface Place {
  readonly name: string;
  readonly defs: Readonly<Record<string, Json>>;
  readonly depth: number;
}

function buildValue(schema: Json, place: Place): unknown {
  if (place.depth > DEPTH_MAX) return null;
  if (typeof schema.$ref === "string") {
    const target = place.defs[schema.$ref.replace("#/$defs/", "")];
    return target === undefined ? null : buildValue(target, nestPlace(place));
  }
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum))
    return schema.enum.includes(schema.default) ? schema.default : schema.enum[0];
  const choices = findChoices(schema);
  if (choices !== null) {
    const chosen = choices.find(({ type }) => type !== "null");
    return chosen === undefined ? null : buildValue(chosen, nestPlace(place));
  }
  if (schema.type === "object") return buildObject(schema, place);
  if (schema.type === "array") return listOf(schema, place);
  return buildScalar(schema, place.name);
}

function findChoices({ anyOf, oneOf }: Json): readonly Json[] | null {
  const choices = anyOf ?? oneOf;
  return Array.isArray(choices) ? (choices as Json[]) : null;
}

function buildObject(schema: Json, place: Place): unknown {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  if (fields.length > 0)
    return Object.fromEntries(
      fields.map(([name, field]) => [name, buildValue(field, { ...nestPlace(place), name })]),
    );
  const { propertyNames, additionalProperties } = schema;
  const names = isRecord(propertyNames) && Array.isArray(propertyNames.enum) ? propertyNames.enum : [];
  if (!isRecord(additionalProperties) || names.length === 0) return EXAMPLE_VALUES[place.name]?.object ?? {};
  const isWhole = Array.isArray(schema.required);
  const value = buildValue(additionalProperties, nestPlace(place));
  return Object.fromEntries((isWhole ? names : names.slice(0, 1)).map((name: string) => [name, value]));
}

function listOf({ items, prefixItems }: Json, place: Place): unknown[] {
  const parts = Array.isArray(prefixItems) ? (prefixItems as Json[]) : isRecord(items) ? [items] : [];
  return parts.map((part) => buildValue(part, nestPlace(place)));
}

function buildScalar(schema: Json, name: string): unknown {
  const known = EXAMPLE_VALUES[name] ?? {};
  if (schema.type === "boolean") return schema.default ?? known.boolean ?? false;
  if (schema.type === "integer" || schema.type === "number")
    return schema.default ?? limitNumber(known.number ?? 1, schema);
  if (schema.type !== "string") return known.string ?? null;
  if (schema.format === "date-time") return "2026-03-02T09:00:50.000Z";
  if (schema.format === "email") return "ada@example.com";
  return known.string ?? schema.default ?? "a text that is long enough";
}

function limitNumber(value: number, { minimum, maximum }: Json): number {
  if (typeof maximum === "number" && value > maximum) return maximum;
  return typeof minimum === "number" && value < minimum ? minimum : value;
}

function nestPlace(place: Place): Place {
  return { ...place, depth: place.depth + 1 };
}
