import type { Json, JsonObject } from "./replay-input";

/** An input for one option of a policy's schema. Lists and alternatives have no input; they are edited as text. */
export interface FormField {
  readonly path: readonly string[];
  readonly kind: "number" | "text" | "flag" | "choice";
  readonly choices: readonly string[];
  readonly min: number | null;
  readonly max: number | null;
  readonly standing: Json;
  /** The object to create around the option when the options have none: its defaults and fixed parts. */
  readonly around: JsonObject;
}

/** In the schema's order. Nested objects are flattened. */
export function formFields(
  schema: JsonObject,
  path: readonly string[] = [],
  around: JsonObject = {},
): FormField[] {
  return Object.entries(objectOr(schema.properties)).flatMap(([key, raw]) => {
    const declared = objectOr(raw);
    const part = chosenPart(declared, around[key] ?? declared.default);
    const here = [...path, key];
    const standing = around[key] ?? declared.default ?? part.default ?? null;
    if (part.properties !== undefined)
      return formFields(part, here, { ...fixedParts(part), ...objectOr(standing) });
    const kind = kindOf(part);
    if (kind === null || part.const !== undefined) return [];
    const choices = Array.isArray(part.enum) ? part.enum.map(String) : [];
    return [
      {
        path: here,
        kind,
        choices,
        min: numberOr(part.minimum),
        max: boundOr(part.maximum),
        standing,
        around,
      },
    ];
  });
}

/** The alternative of the option's default, else the first one with an input. */
function chosenPart(declared: JsonObject, standing: Json | undefined): JsonObject {
  const forms = [declared.anyOf, declared.oneOf].flatMap((list) =>
    Array.isArray(list) ? list.map(objectOr) : [],
  );
  if (forms.length === 0) return declared;
  const fitting = forms.find(({ properties }) => {
    const type = objectOr(objectOr(properties).type).const;
    return type !== undefined && type === objectOr(standing).type;
  });
  const usable =
    fitting ?? forms.find((form) => form.properties !== undefined || kindOf(form) !== null) ?? {};
  return usable.anyOf === undefined ? usable : chosenPart(usable, standing);
}

function kindOf({ type, enum: choices }: JsonObject): FormField["kind"] | null {
  const types = Array.isArray(type) ? type : [type];
  if (Array.isArray(choices)) return "choice";
  if (types.includes("string")) return "text";
  if (types.includes("boolean")) return "flag";
  return types.includes("number") || types.includes("integer") ? "number" : null;
}

function fixedParts(part: JsonObject): JsonObject {
  const properties = Object.entries(objectOr(part.properties));
  return Object.fromEntries(
    properties.flatMap(([key, value]) => {
      const fixed = objectOr(value).const;
      return fixed === undefined ? [] : [[key, fixed]];
    }),
  );
}

export function optionAt(options: JsonObject, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((at, key) => objectOr(at)[key], options);
}

/** `undefined` removes the option, so that its default applies. */
export function withOption(options: JsonObject, field: FormField, value: Json | undefined): JsonObject {
  return set(options, field.path, value, field.around);
}

function set(
  within: JsonObject,
  [key, ...rest]: readonly string[],
  value: Json | undefined,
  around: JsonObject,
): JsonObject {
  if (key === undefined) return within;
  if (rest.length > 0) {
    const inner = within[key] === undefined || within[key] === null ? around : objectOr(within[key]);
    return { ...within, [key]: set(inner, rest, value, around) };
  }
  const { [key]: _taken, ...others } = within;
  return value === undefined ? others : { ...within, [key]: value };
}

function objectOr(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !isList(value) ? value : {};
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function numberOr(value: Json | undefined): number | null {
  return typeof value === "number" ? value : null;
}

function boundOr(value: Json | undefined): number | null {
  return typeof value === "number" && value < Number.MAX_SAFE_INTEGER ? value : null;
}
