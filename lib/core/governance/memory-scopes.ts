import type { NamedValue } from "./named-values";

/** What a memory is about: a kind of thing, and its name. `name` is `null` if the text gives only the kind. */
export interface MemoryScope {
  readonly kind: string;
  readonly name: string | null;
}

const SCOPE_KINDS: Readonly<Record<string, string>> = {
  project: "project",
  projects: "project",
  projectid: "project",
  repositories: "repository",
  repos: "repository",
  users: "user",
  tenants: "tenant",
  teams: "team",
  gitbranch: "branch",
  cwd: "workspace",
  workdir: "workspace",
  workingdirectory: "workspace",
  customer: "customer",
  customerid: "customer",
  client: "customer",
  account: "customer",
  accountid: "customer",
  repository: "repository",
  repo: "repository",
  workspace: "workspace",
  user: "user",
  userid: "user",
  tenant: "tenant",
  team: "team",
  organization: "organization",
  org: "organization",
  branch: "branch",
  package: "package",
  directory: "directory",
  dir: "directory",
  path: "directory",
};
const SCOPE = new Set(["scope", "scopes", "appliesto", "validin", "namespace"]);
const SCOPE_LED_MAX = 2;

export function findScopes(namedValues: readonly NamedValue[]): MemoryScope[] {
  const values = namedValues.filter(({ led }) => led <= SCOPE_LED_MAX);
  return values.flatMap(({ name, value }): MemoryScope[] => {
    const kind = SCOPE_KINDS[name] ?? readKindInScope(name);
    if (kind !== null) return splitScopeNames(value).map((scopeName) => ({ kind, name: scopeName }));
    if (!SCOPE.has(name)) return [];
    const pairs = [...value.matchAll(PAIR)];
    if (pairs.length > 0 && PAIR_AT_START.test(value))
      return pairs.map(([, key = "", scopeName = ""]) => {
        const plain = key.toLowerCase().replace(/[^a-z]/g, "");
        return { kind: SCOPE_KINDS[plain] ?? plain, name: scopeName };
      });
    const [, word = value, , tail] =
      /^([A-Za-z]+)(\s{0,2}[:=/(]\s{0,2}(.{1,80}?)\)?|\s(.{1,80}))?$/
        .exec(value)
        ?.flatMap((part, i, groups) => (i === 3 ? [part ?? groups[4]] : [part])) ?? [];
    const scopeKind = SCOPE_KINDS[word.toLowerCase()];
    if (scopeKind !== undefined)
      return tail === undefined
        ? [{ kind: scopeKind, name: null }]
        : splitScopeNames(tail).map((scopeName) => ({ kind: scopeKind, name: scopeName }));
    return [{ kind: /^(?:global|all|any|everywhere|\*)$/i.test(value) ? "global" : "scope", name: value }];
  });
}

/** The pairs of a scope: `airport=MUC, team=ramp`. */
const PAIR = /(?<![\w.-])([A-Za-z][\w.-]{0,30})=["'`]?([^\s,;&"'`\])}=]{1,80})/g;
const PAIR_AT_START = /^["'`[({]{0,2}[A-Za-z][\w.-]{0,30}=/;

function readKindInScope(name: string): string | null {
  const inner = /^scopes?([a-z]{2,30})$/.exec(name)?.[1];
  if (inner === undefined || /^(?:type|kind|id|name|value|key|level|note|reason)$/.test(inner)) return null;
  return SCOPE_KINDS[inner] ?? inner;
}

function splitScopeNames(value: string): string[] {
  const names = value.split(/,\s{0,3}|\s(?:and|or)\s/).map((name) => name.trim());
  return names.filter((name) => name !== "");
}
