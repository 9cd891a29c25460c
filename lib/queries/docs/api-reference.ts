import { readApiDescription } from "./api-description";

export interface ApiField {
  readonly name: string;
  readonly place: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

export interface ApiOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** What the routes that it stands with are about: the first part of their paths. */
  readonly group: string;
  readonly summary: string;
  readonly description: string;
  readonly scope: string;
  readonly fields: readonly ApiField[];
}

type Json = Readonly<Record<string, unknown>>;

let written: { readonly version: string; readonly operations: Promise<readonly ApiOperation[]> } | null =
  null;

/** Every route of the API, sorted by path, from the same description as `/api/v1/openapi.json`. It is made once. */
export function readApiReference(version: string): Promise<readonly ApiOperation[]> {
  if (written?.version !== version)
    written = { version, operations: readApiDescription(version).then(listOperations) };
  return written.operations;
}

function listOperations(document: Json): ApiOperation[] {
  const schemas = toObject(toObject(document.components).schemas);
  return Object.entries(toObject(document.paths))
    .flatMap(([path, methods]) =>
      Object.entries(toObject(methods)).map(([method, operation]) =>
        describeOperation(method, path, toObject(operation), schemas),
      ),
    )
    .sort((a, b) => (a.path === b.path ? compare(a.method, b.method) : compare(a.path, b.path)));
}

function describeOperation(method: string, path: string, operation: Json, schemas: Json): ApiOperation {
  const parameters = list(operation.parameters).map((parameter) => ({
    name: toText(parameter.name),
    place: toText(parameter.in),
    type: describeType(toObject(parameter.schema), schemas),
    required: parameter.required === true,
    description: toText(parameter.description),
  }));
  return {
    id: `${method}-${path}`.replace(/[^a-z0-9]+/gi, "-"),
    method: method.toUpperCase(),
    path,
    group: groupOf(path),
    summary: toText(operation.summary),
    description: toText(operation.description),
    scope: toText(operation["x-scope"]),
    fields: [
      ...parameters,
      ...listFields("body", findSchema(operation.requestBody), schemas),
      ...listFields("answer", findSchema(toObject(operation.responses)["200"]), schemas),
    ],
  };
}

/** `/api/v1/sessions/{id}/turns` is of `sessions`; what other tools' clients send to is of `telemetry`. */
function groupOf(path: string): string {
  const [, api, , first = ""] = path.split("/");
  return api === "api" ? first.replaceAll("-", " ") : "telemetry";
}

function findSchema(part: unknown): Json {
  return toObject(toObject(toObject(toObject(part).content)["application/json"]).schema);
}

function listFields(place: string, schema: Json, schemas: Json): ApiField[] {
  const target = resolve(schema, schemas);
  const required = Array.isArray(target.required) ? target.required : [];
  return Object.entries(toObject(target.properties)).map(([name, field]) => ({
    name,
    place,
    type: describeType(toObject(field), schemas),
    required: required.includes(name),
    description: toText(toObject(field).description),
  }));
}

/** Schemas may contain themselves. */
const TYPE_DEPTH_MAX = 3;

function describeType(schema: Json, schemas: Json, depth = 0): string {
  if (depth > TYPE_DEPTH_MAX) return "any";
  const target = resolve(schema, schemas);
  const choices = [...list(target.anyOf), ...list(target.oneOf)];
  if (Array.isArray(target.enum)) return target.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (target.const !== undefined) return JSON.stringify(target.const);
  if (choices.length > 0)
    return [...new Set(choices.map((choice) => describeType(choice, schemas, depth + 1)))].join(" | ");
  if (target.type === "array") return `${describeType(toObject(target.items), schemas, depth + 1)}[]`;
  return typeof target.type === "string" ? target.type : "any";
}

function resolve(schema: Json, schemas: Json): Json {
  const name = /^#\/components\/schemas\/(.+)$/.exec(toText(schema.$ref))?.[1];
  return name === undefined ? schema : toObject(schemas[name]);
}

function toObject(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(toObject) : [];
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
