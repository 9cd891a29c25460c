import type { z } from "zod";

/** @param path the place of the text, such as `entries.*.label`; `*` is any place in a list */
export type ChangeText = (text: string, path: string) => string;

/**
 * Changes every free text of an answer: every text that its declaration does not make a closed word, a time or a
 * figure. A field that the declaration does not know is free text too, so a new field is never missed.
 * @param schema the declaration of the answer
 * @param value the answer as JSON
 */
export function mapFreeTexts(schema: z.core.$ZodType | null, value: unknown, change: ChangeText): unknown {
  return walk(schema, value, change, "");
}

function walk(schema: z.core.$ZodType | null, value: unknown, change: ChangeText, path: string): unknown {
  const known = schema === null ? null : unwrapSchema(schema, value);
  if (typeof value === "string") return known !== null && isClosed(known) ? value : change(value, path);
  if (Array.isArray(value)) {
    const of = known?._zod.def.type === "array" ? (known as z.core.$ZodArray)._zod.def.element : null;
    return value.map((item) => walk(of, item, change, join(path, "*")));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const field = findField(known, key);
      const name = field.isFree ? change(key, join(path, "*")) : key;
      return [name, walk(field.schema, part, change, join(path, field.isFree ? "*" : key))];
    }),
  );
}

function findField(
  schema: z.core.$ZodType | null,
  key: string,
): { schema: z.core.$ZodType | null; isFree: boolean } {
  if (schema?._zod.def.type === "object") {
    const field = (schema as z.core.$ZodObject)._zod.def.shape[key];
    if (field !== undefined) return { schema: field, isFree: false };
  }
  if (schema?._zod.def.type === "record") {
    const { keyType, valueType } = (schema as z.core.$ZodRecord)._zod.def;
    return { schema: valueType, isFree: !isClosed(keyType) };
  }
  return { schema: null, isFree: true };
}

function unwrapSchema(schema: z.core.$ZodType, value: unknown): z.core.$ZodType | null {
  const { def } = schema._zod as { def: { type: string } };
  switch (def.type) {
    case "nullable":
    case "optional":
    case "default":
    case "prefault":
    case "catch":
    case "readonly":
      return unwrapSchema((schema as z.core.$ZodNullable)._zod.def.innerType, value);
    case "lazy":
      return unwrapSchema((schema as z.core.$ZodLazy)._zod.def.getter(), value);
    case "union": {
      const { options } = (schema as z.core.$ZodUnion)._zod.def;
      const kept = options.find((option) => (option as z.ZodType).safeParse(value).success);
      return kept === undefined ? null : unwrapSchema(kept, value);
    }
    default:
      return schema;
  }
}

function isClosed(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod as { def: { type: string; format?: string } };
  return (
    def.type === "enum" || def.type === "literal" || (def.type === "string" && def.format === "datetime")
  );
}

function join(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}
