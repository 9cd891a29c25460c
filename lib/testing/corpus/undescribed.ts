import { isRecord } from "@/lib/core/is-record";
type Json = Readonly<Record<string, unknown>>;

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

/** A field is described by its own text, or by the text of the schema that it refers to. */
export function undescribed(api: unknown): { readonly total: number; readonly missing: readonly string[] } {
  const { paths, components } = api as Description;
  const missing = new Set<string>();
  const seen = new Set<string>();
  const field = (place: string, schema: unknown) => {
    seen.add(place);
    if (!isDescribed(schema, components.schemas)) missing.add(place);
    walk(schema, place);
  };
  const walk = (node: unknown, place: string): void => {
    if (Array.isArray(node)) return node.forEach((item) => walk(item, place));
    if (!isRecord(node)) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === "properties" && isRecord(value))
        for (const [name, schema] of Object.entries(value)) field(`${place}.${name}`, schema);
      else if (key !== "example" && key !== "examples" && key !== "default") walk(value, place);
    }
  };
  for (const [name, schema] of Object.entries(components.schemas)) walk(schema, name);
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const place = `${method.toUpperCase()} ${path}`;
      for (const parameter of parametersOf(operation)) field(`${place} ${parameter.name}`, parameter);
      walk(operation.requestBody, `${place} body`);
      walk(operation.responses, `${place} answer`);
    }
  return { total: seen.size, missing: [...missing] };
}

function parametersOf({ parameters }: Json): readonly (Json & { readonly name: string })[] {
  return (parameters ?? []) as (Json & { readonly name: string })[];
}

function isDescribed(schema: unknown, named: Readonly<Record<string, unknown>>): boolean {
  if (!isRecord(schema)) return false;
  if (typeof schema.description === "string" && schema.description !== "") return true;
  if (typeof schema.$ref === "string")
    return isDescribed(named[schema.$ref.replace("#/components/schemas/", "")], named);
  // A nullable schema is described by its other form.
  const others = Array.isArray(schema.anyOf) ? schema.anyOf.filter((one) => !isNull(one)) : [];
  return others.length === 1 && isDescribed(others[0], named);
}

function isNull(schema: unknown): boolean {
  return isRecord(schema) && schema.type === "null";
}
