import { apiDescription } from "./api-description";

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
export function apiReference(version: string): Promise<readonly ApiOperation[]> {
  if (written?.version !== version)
    written = { version, operations: apiDescription(version).then(operationsOf) };
  return written.operations;
}

function operationsOf(document: Json): ApiOperation[] {
  const schemas = object(object(document.components).schemas);
  return Object.entries(object(document.paths))
    .flatMap(([path, methods]) =>
      Object.entries(object(methods)).map(([method, operation]) =>
        operationOf(method, path, object(operation), schemas),
      ),
    )
    .sort((a, b) => (a.path === b.path ? compare(a.method, b.method) : compare(a.path, b.path)));
}

function operationOf(method: string, path: string, operation: Json, schemas: Json): ApiOperation {
  const parameters = list(operation.parameters).map((parameter) => ({
    name: text(parameter.name),
    place: text(parameter.in),
    type: typeOf(object(parameter.schema), schemas),
    required: parameter.required === true,
    description: text(parameter.description),
  }));
  return {
    id: `${method}-${path}`.replace(/[^a-z0-9]+/gi, "-"),
    method: method.toUpperCase(),
    path,
    group: groupOf(path),
    summary: text(operation.summary),
    description: text(operation.description),
    scope: text(operation["x-scope"]),
    fields: [
      ...parameters,
      ...fieldsOf("body", schemaIn(operation.requestBody), schemas),
      ...fieldsOf("answer", schemaIn(object(operation.responses)["200"]), schemas),
    ],
  };
}

/** `/api/v1/sessions/{id}/turns` is of `sessions`; what other tools' clients send to is of `telemetry`. */
function groupOf(path: string): string {
  const [, api, , first = ""] = path.split("/");
  return api === "api" ? first.replaceAll("-", " ") : "telemetry";
}

function schemaIn(part: unknown): Json {
  return object(object(object(object(part).content)["application/json"]).schema);
}

function fieldsOf(place: string, schema: Json, schemas: Json): ApiField[] {
  const target = resolve(schema, schemas);
  const required = Array.isArray(target.required) ? target.required : [];
  return Object.entries(object(target.properties)).map(([name, field]) => ({
    name,
    place,
    type: typeOf(object(field), schemas),
    required: required.includes(name),
    description: text(object(field).description),
  }));
}

/** Schemas may contain themselves. */
const TYPE_DEPTH_MAX = 3;

function typeOf(schema: Json, schemas: Json, depth = 0): string {
  if (depth > TYPE_DEPTH_MAX) return "any";
  const target = resolve(schema, schemas);
  const choices = [...list(target.anyOf), ...list(target.oneOf)];
  if (Array.isArray(target.enum)) return target.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (target.const !== undefined) return JSON.stringify(target.const);
  if (choices.length > 0)
    return [...new Set(choices.map((choice) => typeOf(choice, schemas, depth + 1)))].join(" | ");
  if (target.type === "array") return `${typeOf(object(target.items), schemas, depth + 1)}[]`;
  return typeof target.type === "string" ? target.type : "any";
}

function resolve(schema: Json, schemas: Json): Json {
  const name = /^#\/components\/schemas\/(.+)$/.exec(text(schema.$ref))?.[1];
  return name === undefined ? schema : object(schemas[name]);
}

function object(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(object) : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
