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
export function listFormFields(
  schema: JsonObject,
  path: readonly string[] = [],
  around: JsonObject = {},
): FormField[] {
  return Object.entries(toObject(schema.properties)).flatMap(([key, raw]) => {
    const declared = toObject(raw);
    const part = makeChosenPart(declared, around[key] ?? declared.default);
    const here = [...path, key];
    const standing = around[key] ?? declared.default ?? part.default ?? null;
    if (part.properties !== undefined)
      return listFormFields(part, here, { ...listFixedParts(part), ...toObject(standing) });
    const kind = findKind(part);
    if (kind === null || part.const !== undefined) return [];
    const choices = Array.isArray(part.enum) ? part.enum.map(String) : [];
    return [
      {
        path: here,
        kind,
        choices,
        min: toNumber(part.minimum),
        max: toBound(part.maximum),
        standing,
        around,
      },
    ];
  });
}

/** The alternative of the option's default, else the first one with an input. */
function makeChosenPart(declared: JsonObject, standing: Json | undefined): JsonObject {
  const forms = [declared.anyOf, declared.oneOf].flatMap((list) =>
    Array.isArray(list) ? list.map(toObject) : [],
  );
  if (forms.length === 0) return declared;
  const fitting = forms.find(({ properties }) => {
    const type = toObject(toObject(properties).type).const;
    return type !== undefined && type === toObject(standing).type;
  });
  const usable =
    fitting ?? forms.find((form) => form.properties !== undefined || findKind(form) !== null) ?? {};
  return usable.anyOf === undefined ? usable : makeChosenPart(usable, standing);
}

function findKind({ type, enum: choices }: JsonObject): FormField["kind"] | null {
  const types = Array.isArray(type) ? type : [type];
  if (Array.isArray(choices)) return "choice";
  if (types.includes("string")) return "text";
  if (types.includes("boolean")) return "flag";
  return types.includes("number") || types.includes("integer") ? "number" : null;
}

function listFixedParts(part: JsonObject): JsonObject {
  const properties = Object.entries(toObject(part.properties));
  return Object.fromEntries(
    properties.flatMap(([key, value]) => {
      const fixed = toObject(value).const;
      return fixed === undefined ? [] : [[key, fixed]];
    }),
  );
}

export function findOptionAt(options: JsonObject, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((at, key) => toObject(at)[key], options);
}

/** `undefined` removes the option, so that its default applies. */
export function setOption(options: JsonObject, field: FormField, value: Json | undefined): JsonObject {
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
    const inner = within[key] === undefined || within[key] === null ? around : toObject(within[key]);
    return { ...within, [key]: set(inner, rest, value, around) };
  }
  const { [key]: _taken, ...others } = within;
  return value === undefined ? others : { ...within, [key]: value };
}

function toObject(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !isList(value) ? value : {};
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function toNumber(value: Json | undefined): number | null {
  return typeof value === "number" ? value : null;
}

function toBound(value: Json | undefined): number | null {
  return typeof value === "number" && value < Number.MAX_SAFE_INTEGER ? value : null;
}
