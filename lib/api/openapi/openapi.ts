import { z } from "zod";
import * as accessLimits from "@/lib/api/limits/access";
import * as eventLimits from "@/lib/core/trace/limits";
import { JSON_DEPTH_MAX } from "@/lib/core/trace/well-formed";
import { ERROR_STATUS } from "@/lib/errors";
import * as bodyLimits from "@/lib/api/limits/http";
import type { Scope } from "../access";
import { ACCESS } from "../access";
import type { Endpoint } from "../endpoint";
import { errorSchema } from "../endpoint";
import { OPERATIONS } from "../endpoints";
import { makeEndpointAnswer, queryOf } from "../freshness";
import { buildExample } from "./example";

type Json = Record<string, unknown>;

/** Writes the description of the API, as OpenAPI 3.1, one operation a step: all at once take long. */
export function* openApiSteps(version: string): Generator<void, Json> {
  const components = new Components();
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of OPERATIONS) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = describeOperation(name, endpoint, components);
    yield;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Sightglass",
      version,
      description:
        "What an LLM agent's context window held at every turn, what left it, why, and who still needed it.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    paths,
    components: { schemas: components.schemas, securitySchemes: SECURITY_SCHEMES },
    "x-limits": {
      ...listNumbers(eventLimits),
      JSON_DEPTH_MAX,
      ...listNumbers(bodyLimits),
      ...listNumbers(accessLimits),
    },
  };
}

function describeOperation(name: string, endpoint: Endpoint, components: Components): Json {
  const { summary, description, scope, body, responseType = "application/json" } = endpoint;
  const parameters = [
    ...listParameters(endpoint.params, "path", components),
    ...listParameters(queryOf(endpoint), "query", components),
  ];
  return {
    operationId: name,
    summary,
    ...(description !== undefined && { description }),
    "x-scope": scope,
    security: listSecurity(scope),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: mapValues(body, (schema) =>
          schema === null
            ? {}
            : { schema: components.refer(schema, "input"), example: buildExample(schema, "input") },
        ),
      },
    }),
    responses: {
      200: {
        description: "success",
        content: {
          [responseType]:
            responseType === "application/json"
              ? {
                  schema: components.refer(makeEndpointAnswer(endpoint), "output"),
                  example: buildExample(makeEndpointAnswer(endpoint), "output"),
                }
              : {},
        },
      },
      default: {
        description: `an error; its code is one of ${Object.keys(ERROR_STATUS).join(", ")}`,
        content: { "application/json": { schema: components.refer(errorSchema, "output") } },
      },
    },
  };
}

/** The ways to authenticate. In local mode none is needed. */
const SECURITY_SCHEMES = {
  bearer: { type: "http", scheme: "bearer", description: "an API key" },
  header: { type: "apiKey", in: "header", name: "x-api-key", description: "an API key" },
  basic: { type: "http", scheme: "basic", description: "an API key as the password or the user" },
  signedIn: {
    type: "apiKey",
    in: "cookie",
    name: "sightglass.session_token",
    description: "a person who is signed in; the name begins with `__Secure-` over https",
  },
};

function listSecurity(scope: Scope): Json[] {
  const needs = ACCESS[scope];
  if (needs === null) return [];
  const people = [{ signedIn: [] }];
  return needs.keyScope === null ? people : [{ bearer: [] }, { header: [] }, { basic: [] }, ...people];
}

function listParameters(schema: z.ZodObject, place: "path" | "query", components: Components): Json[] {
  const { properties = {}, required = [] } = components.refer(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
    ...(description !== undefined && { description }),
  }));
}

class Components {
  readonly schemas: Record<string, unknown> = {};

  refer(schema: z.ZodType, io: "input" | "output"): Json {
    const {
      $schema: _dialect,
      $defs = {},
      ...root
    } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json & { $defs?: Record<string, Json> };
    const names = new Map(
      Object.entries($defs).map(([key, definition]) => [
        key,
        key.startsWith("__") ? nameRecursive(definition) : key,
      ]),
    );
    for (const [key, definition] of Object.entries($defs))
      this.schemas[names.get(key) ?? key] ??= rename(definition, names);
    const { id } = schema.meta() ?? {};
    if (id === undefined) return rename(root, names) as Json;
    this.schemas[id] ??= rename(root, names);
    return { $ref: `#/components/schemas/${id}` };
  }
}

/**
 * The name of a recursive schema without a name. Only the schema of any JSON value may have none.
 * @throws Error for another recursive schema, which must be named where it is declared
 */
function nameRecursive(definition: Json): string {
  const isAnyJson = Array.isArray(definition.anyOf) && definition.anyOf.length === 6;
  if (!isAnyJson) throw new Error(`a schema without a name: ${JSON.stringify(definition)}`);
  return "Json";
}

function rename(node: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(node)) return node.map((item) => rename(item, names));
  if (node === null || typeof node !== "object") return node;
  return mapValues(node as Json, (value, key) => {
    const target =
      key === "$ref" && typeof value === "string" ? /^#\/\$defs\/(.+)$/.exec(value)?.[1] : undefined;
    return target === undefined
      ? rename(value, names)
      : `#/components/schemas/${names.get(target) ?? target}`;
  });
}

function mapValues<V>(object: Readonly<Record<string, V>>, change: (value: V, key: string) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}

function listNumbers(constants: Readonly<Record<string, unknown>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(constants).filter((entry): entry is [string, number] => typeof entry[1] === "number"),
  );
}
