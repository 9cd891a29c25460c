import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { z } from "zod";
import { POLICIES } from "@/lib/policies/registry";

/** The part of JSON Schema that the options of policies use. */
interface Schema {
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly default?: unknown;
}

const NAME = "PolicyOptions";
const DEFAULT_CHARS_MAX = 60;

function typeOf(schema: Schema): string {
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return unionOf(choices.map(typeOf));
  if (Array.isArray(schema.type)) return unionOf(schema.type.map((type: string) => typeOf({ type })));
  if (schema.type === "integer") return "number";
  if (schema.type === "array") return `readonly (${typeOf(schema.items ?? {})})[]`;
  if (schema.type === "object") return objectOf(schema);
  return typeof schema.type === "string" ? schema.type : "unknown";
}

const unionOf = (types: readonly string[]) => [...new Set(types)].join(" | ");

function objectOf({ properties = {}, additionalProperties, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const value = JSON.stringify(schema.default);
    const said =
      value === undefined || value.length > DEFAULT_CHARS_MAX ? "" : `/** Default: \`${value}\`. */\n`;
    return `${said}readonly ${JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${typeOf(schema)};`;
  });
  if (fields.length > 0) return `{\n${fields.join("\n")}\n}`;
  const isOpen = typeof additionalProperties === "object";
  return `Readonly<Record<string, ${isOpen ? typeOf(additionalProperties) : "never"}>>`;
}

function printTypes(): string {
  const options = new Map<string, Set<string>>();
  for (const { kind, options: schema } of POLICIES) {
    const type = typeOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema);
    options.set(kind, (options.get(kind) ?? new Set()).add(type));
  }
  const kinds = [...options].sort(([a], [b]) => (a < b ? -1 : 1));
  const fields = kinds.map(([kind, types]) => `readonly ${JSON.stringify(kind)}: ${[...types].join(" | ")};`);
  const about = `The options of each kind of policy. Written by \`npx vitest run lib/client/policy-types.test.ts -u\`.`;
  const head = `export interface ${NAME} {`;
  const source = `/** ${about} */\n${head}\n${fields.join("\n")}\n}\n`;
  return execFileSync("npx", ["oxfmt", "--stdin-filepath", "policy-types.ts"], {
    input: source,
    encoding: "utf8",
  });
}

it("the library's types of policies are those of the registry", async () => {
  await expect(printTypes()).toMatchFileSnapshot("./policy-types.ts");
});

const CELL_OPTIONS_MAX = 8;

/** The kinds that a question may name, with what their options are called. The types and the API have every value. */
function printTable(): string {
  const rows = new Map<string, { title: string; archived: string | undefined; options: Set<string> }>();
  for (const { kind, title, archived, options: schema } of POLICIES) {
    const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;
    const row = rows.get(kind) ?? { title, archived, options: new Set() };
    for (const name of Object.keys(properties)) row.options.add(`\`${name}\``);
    rows.set(kind, row);
  }
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
  const lineOf = ([kind, { title, archived, options }]: (typeof sorted)[number]) => {
    const named = [...options].slice(0, CELL_OPTIONS_MAX);
    const more = options.size > named.length ? [`${options.size - named.length} more`] : [];
    const cells = [`\`${kind}\``, title, [...named, ...more].join(", ") || "–"];
    return `| ${[...cells, ...(archived === undefined ? [] : [archived])].join(" | ")} |`;
  };
  const linesOf = (isArchived: boolean) =>
    sorted.filter(([, { archived }]) => (archived !== undefined) === isArchived).map(lineOf);
  return execFileSync("npx", ["oxfmt", "--stdin-filepath", "policies.md"], {
    input: `${[POLICIES_HEAD, ...linesOf(false), ARCHIVED_HEAD, ...linesOf(true)].join("\n")}\n`,
    encoding: "utf8",
  });
}

const POLICIES_HEAD = `# Policies

What \`policy.kind\` of \`apply\`, of a replay and of the proxy may be, and what the options of each are called. They are those of the
vendor's own configuration. The library for TypeScript knows the type of every value, and the API's reference describes it. What each
policy does to a window is said in its folder of \`lib/policies\`, and what its windows cost in
[cost.md](cost.md#what-another-policy-would-have-cost).
Written by \`npx vitest run lib/client/policy-types.test.ts -u\`.

| kind | policy | options |
| --- | --- | --- |`;

const ARCHIVED_HEAD = `
## Archived

Their programs are gone. They work as before, for sessions that were recorded with them.

| kind | policy | options | why |
| --- | --- | --- | --- |`;

it("the documentation's table of policies is that of the registry", async () => {
  await expect(printTable()).toMatchFileSnapshot("../../docs/policies.md");
});
