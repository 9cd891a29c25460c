import { isRecord } from "@/lib/core/is-record";

type Json = Record<string, unknown>;

const OWN = /^#\/(?:\$defs|definitions)\/(.+)$/;

/**
 * A JSON schema with every reference replaced by what it names:
 *
 *     { items: { $ref: "#/$defs/Step" }, $defs: { Step: { type: "object" } } }   →   { items: { type: "object" } }
 *
 * @throws Error for a schema that contains itself, which has no such form
 */
export function inlineReferences(schema: Json): Json {
  const { $defs, definitions, ...rest } = schema;
  const named = { ...(isRecord(definitions) && definitions), ...(isRecord($defs) && $defs) };
  return inlineValue(rest, named, []) as Json;
}

function inlineValue(value: unknown, named: Json, inside: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => inlineValue(item, named, inside));
  if (!isRecord(value)) return value;
  const name = typeof value.$ref === "string" ? OWN.exec(value.$ref)?.[1] : undefined;
  if (name === undefined)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, inlineValue(item, named, inside)]),
    );
  if (inside.includes(name) || !isRecord(named[name]))
    throw new Error(`the schema ${name} cannot be written in place`);
  const { $ref, ...beside } = value;
  const { id, ...definition } = named[name];
  return {
    ...(inlineValue(definition, named, [...inside, name]) as Json),
    ...(inlineValue(beside, named, inside) as Json),
  };
}
