import type { z } from "zod";

/** @param path where the text stands, such as `entries.*.label`: places in lists are `*` */
export type ChangeText = (text: string, path: string) => string;

/**
 * An answer with every text changed that its declaration calls a free one: what is not a word of a closed list, a time or
 * a figure. What a declaration does not know of is free as well, so a field that is new is never overlooked.
 * @param schema the declaration of the answer
 * @param value the answer, as JSON holds it
 */
export function mapFreeTexts(schema: z.core.$ZodType | null, value: unknown, change: ChangeText): unknown {
  return walk(schema, value, change, "");
}

function walk(schema: z.core.$ZodType | null, value: unknown, change: ChangeText, path: string): unknown {
  const known = schema === null ? null : bare(schema, value);
  if (typeof value === "string") return known !== null && isClosed(known) ? value : change(value, path);
  if (Array.isArray(value)) {
    const of = known?._zod.def.type === "array" ? (known as z.core.$ZodArray)._zod.def.element : null;
    return value.map((item) => walk(of, item, change, join(path, "*")));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const field = fieldOf(known, key);
      const name = field.isFree ? change(key, join(path, "*")) : key;
      return [name, walk(field.schema, part, change, join(path, field.isFree ? "*" : key))];
    }),
  );
}

/** What is declared of a key, and whether the key itself is a free text. */
function fieldOf(
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

/** The declaration itself, out of what wraps it; of several, the one that the value keeps. */
function bare(schema: z.core.$ZodType, value: unknown): z.core.$ZodType | null {
  const { def } = schema._zod as { def: { type: string } };
  switch (def.type) {
    case "nullable":
    case "optional":
    case "default":
    case "prefault":
    case "catch":
    case "readonly":
      return bare((schema as z.core.$ZodNullable)._zod.def.innerType, value);
    case "lazy":
      return bare((schema as z.core.$ZodLazy)._zod.def.getter(), value);
    case "union": {
      const { options } = (schema as z.core.$ZodUnion)._zod.def;
      const kept = options.find((option) => (option as z.ZodType).safeParse(value).success);
      return kept === undefined ? null : bare(kept, value);
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
