import type { ProxySettings } from "./settings";

/**
 * How a command's model calls come through the proxy: each address that the caller has set is the upstream of its variable, and the
 * variable names the proxy. So the keys go where they went before, and nowhere else.
 *
 *     set      OPENAI_BASE_URL=https://gateway.example/v1        GROQ_API_KEY=…
 *     upstream openai → https://gateway.example/v1
 *     command  OPENAI_BASE_URL=http://127.0.0.1:4320/openai      (the same for OPENAI_API_BASE)
 *              ANTHROPIC_BASE_URL=http://127.0.0.1:4320/anthropic
 *     unseen   GROQ_API_KEY: no variable says where its provider is
 */
export interface LedThrough {
  readonly upstreams: ReadonlyMap<string, URL>;
  readonly variables: Readonly<Record<string, string>>;
  /** Variables whose provider the proxy cannot know, each with the reason. */
  readonly unseen: readonly string[];
}

interface Client {
  readonly upstream: string;
  /** The variables that its libraries read, the newest first. */
  readonly variables: readonly string[];
  /** What stands behind the provider's host in such a variable. */
  readonly path: string;
  /** The variables of its keys begin with one of these. */
  readonly prefixes: readonly string[];
}

/** Providers that are led through the proxy although nothing is set: their libraries have an address of their own. */
const CLIENTS: readonly Client[] = [
  { upstream: "anthropic", variables: ["ANTHROPIC_BASE_URL"], path: "", prefixes: ["ANTHROPIC"] },
  {
    upstream: "openai",
    variables: ["OPENAI_BASE_URL", "OPENAI_API_BASE"],
    path: "/v1",
    prefixes: ["OPENAI"],
  },
  { upstream: "gemini", variables: ["GOOGLE_GEMINI_BASE_URL"], path: "", prefixes: ["GEMINI", "GOOGLE"] },
];
const CLIENT_VARIABLES: ReadonlySet<string> = new Set(CLIENTS.flatMap(({ variables }) => variables));

/** Any other client is known by a variable with its provider's address beside one with a key of the same prefix. */
const ADDRESS = /^([A-Z][A-Z0-9_]{0,60})_(?:BASE_URL|API_BASE|API_URL|ENDPOINT)$/;
const KEY = /^([A-Z][A-Z0-9_]{0,60})_API_KEY$/;
/** The key of this product is for no provider. */
const OWN_PREFIX = "SIGHTGLASS";

type Environment = Readonly<Record<string, string | undefined>>;

/** @param env what the caller of the command has set; an empty value is none */
export function leadThrough(
  settings: Pick<ProxySettings, "port" | "upstreams" | "policy">,
  env: Environment,
): LedThrough {
  const set = new Map(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  const led = new Leads(settings);
  for (const client of CLIENTS) led.addClient(client, set);
  const keys = new Set([...set.keys()].map((name) => KEY.exec(name)?.[1]));
  const seen = new Set([OWN_PREFIX, ...CLIENTS.flatMap(({ prefixes }) => prefixes)]);
  for (const [name, value] of set) {
    const prefix = ADDRESS.exec(name)?.[1];
    if (prefix === undefined || !keys.has(prefix) || prefix === OWN_PREFIX || CLIENT_VARIABLES.has(name))
      continue;
    seen.add(prefix);
    led.add(name, value, namePath(name));
  }
  for (const prefix of keys)
    if (prefix !== undefined && !seen.has(prefix))
      led.unseen.push(`${prefix}_API_KEY: no variable says where its provider is`);
  return led;
}

class Leads implements LedThrough {
  readonly upstreams: Map<string, URL>;
  readonly variables: Record<string, string> = {};
  readonly unseen: string[] = [];
  private readonly base: string;

  constructor({ port, upstreams, policy }: Pick<ProxySettings, "port" | "upstreams" | "policy">) {
    this.upstreams = new Map(upstreams);
    this.base = `http://127.0.0.1:${port}${policy === null ? "" : "/apply"}`;
  }

  /** An address that is set holds for the other variables of the client too: its key must not go to another provider. */
  addClient({ upstream, variables, path }: Client, set: ReadonlyMap<string, string>): void {
    const given = variables.flatMap((name) => set.get(name) ?? [])[0];
    for (const [n, name] of variables.entries()) {
      const value = set.get(name) ?? (given !== undefined && isAddress(given) ? given : undefined);
      const isOther = n > 0 && value !== given;
      if (value !== undefined) this.add(name, value, isOther ? namePath(name) : upstream);
      else if (given === undefined && this.upstreams.has(upstream))
        this.variables[name] = `${this.base}/${upstream}${path}`;
    }
  }

  add(variable: string, value: string, upstream: string): void {
    if (isAddress(value)) {
      this.upstreams.set(upstream, new URL(value));
      this.variables[variable] = `${this.base}/${upstream}`;
    } else
      this.unseen.push(
        `${variable}: expected an address that begins with http:// or https://, so it stays as it is`,
      );
  }
}

function isAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

/** The name of a variable as the first part of a path. */
function namePath(variable: string): string {
  return variable.toLowerCase().replaceAll("_", "-");
}
