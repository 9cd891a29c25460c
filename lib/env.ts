import { z } from "zod";
import { readPlainly } from "@/lib/core/plain-issues";

export interface Instance {
  /** `local`: loopback only, one person, no login. `team`: people sign in, programs have keys. */
  readonly mode: "local" | "team";
  readonly host: string;
  readonly port: number;
  /** Where people open the instance, without a path. */
  readonly url: URL;
  /** The number of own proxies in front of the instance. Each adds an address to `x-forwarded-for`. */
  readonly trustedProxies: number;
  /** Signs the cookies of people who are signed in. `null` in local mode. */
  readonly secret: string | null;
  readonly oidc: OidcSettings | null;
  /** Hosts on private networks that alerts may be sent to in team mode. */
  readonly alertHosts: readonly string[];
  /** Whether a line is written for each request: in team mode, unless it is told otherwise. */
  readonly logsRequests: boolean;
  /** Whoever sends it may read the metrics. `null`: nobody in team mode, and everybody on this machine in local mode. */
  readonly metricsKey: string | null;
  /** The language model that answers questions of meaning; `null` where the environment names none. */
  readonly judge: { readonly url: string; readonly model: string; readonly key: string | null } | null;
}

/** An identity provider that people may sign in with. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** The claim of the ID token that names a person's groups. */
  readonly groupsClaim: string;
}

const SECRET_CHARS_MIN = 32;
const text = z.string().min(1).optional();

const environment = z.object({
  SIGHTGLASS_MODE: z.enum(["local", "team"]).default("local"),
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().min(1).max(65_535).default(4318),
  SIGHTGLASS_URL: z.url({ protocol: /^https?$/ }).optional(),
  SIGHTGLASS_SECRET: z.string().min(SECRET_CHARS_MIN).optional(),
  SIGHTGLASS_TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  SIGHTGLASS_OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  SIGHTGLASS_OIDC_CLIENT_ID: text,
  SIGHTGLASS_OIDC_CLIENT_SECRET: text,
  SIGHTGLASS_ALERT_HOSTS: z.string().max(4_000).default(""),
  SIGHTGLASS_JUDGE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SIGHTGLASS_JUDGE_MODEL: text,
  SIGHTGLASS_JUDGE_KEY: text,
  SIGHTGLASS_REQUEST_LOG: z.enum(["0", "1"]).optional(),
  SIGHTGLASS_METRICS_KEY: z.string().min(SECRET_CHARS_MIN).optional(),
  SIGHTGLASS_OIDC_NAME: z.string().max(40).default("single sign-on"),
  SIGHTGLASS_OIDC_SCOPES: z.string().max(400).default("openid email profile"),
  SIGHTGLASS_OIDC_GROUPS: z.string().max(200).default("groups"),
});

type Environment = Readonly<Record<string, string | undefined>>;

const NAMES = Object.keys(environment.shape);
let latest: { readonly values: string; readonly settings: Instance } | null = null;

/**
 * The settings of the process unless told otherwise. Every request asks, so they are computed only when a
 * variable has changed.
 * @throws Error that names the variable and what was expected
 */
export function instance(env: Environment = process.env): Instance {
  const values = JSON.stringify(NAMES.map((name) => env[name] ?? null));
  if (latest?.values !== values) latest = { values, settings: settingsIn(env) };
  return latest.settings;
}

function settingsIn(env: Environment): Instance {
  const set = Object.fromEntries(NAMES.map((name) => [name, env[name] === "" ? undefined : env[name]]));
  const parsed = readPlainly(environment, set);
  if (!parsed.ok) {
    const [issue] = parsed.issues;
    throw new Error(`${String(issue?.path[0] ?? "the environment")}: ${issue?.message ?? "is not valid"}`);
  }
  const { data } = parsed;
  const settings: Instance = {
    mode: data.SIGHTGLASS_MODE,
    host: data.HOST,
    port: data.PORT,
    url: new URL(data.SIGHTGLASS_URL ?? `http://${hostInUrl(data.HOST)}:${data.PORT}`),
    trustedProxies: data.SIGHTGLASS_TRUSTED_PROXIES,
    secret: data.SIGHTGLASS_MODE === "team" ? (data.SIGHTGLASS_SECRET ?? null) : null,
    oidc: oidcOf(data),
    alertHosts: data.SIGHTGLASS_ALERT_HOSTS.split(",")
      .map((host) => host.trim().toLowerCase())
      .filter((host) => host !== ""),
    logsRequests: (data.SIGHTGLASS_REQUEST_LOG ?? (data.SIGHTGLASS_MODE === "team" ? "1" : "0")) === "1",
    metricsKey: data.SIGHTGLASS_METRICS_KEY ?? null,
    judge: judgeOf(data),
  };
  checkSafe(settings);
  return settings;
}

export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)$/i.test(host);
}

function checkSafe({ mode, host, url, secret }: Instance): void {
  if (mode === "local" && !isLoopback(host))
    throw new Error(
      `HOST: ${host} can be reached from other machines, which needs SIGHTGLASS_MODE=team; without it there is no login`,
    );
  if (mode === "local") return;
  if (secret === null)
    throw new Error(`SIGHTGLASS_SECRET: team mode needs one of at least ${SECRET_CHARS_MIN} characters`);
  if (url.protocol !== "https:" && !isLoopback(url.hostname))
    throw new Error(
      "SIGHTGLASS_URL: team mode needs an https address, the one that people open; sign-in cookies travel over nothing else",
    );
}

function oidcOf(data: z.infer<typeof environment>): OidcSettings | null {
  const {
    SIGHTGLASS_OIDC_ISSUER: issuer,
    SIGHTGLASS_OIDC_CLIENT_ID: clientId,
    SIGHTGLASS_OIDC_CLIENT_SECRET: clientSecret,
  } = data;
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return null;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    throw new Error(
      "SIGHTGLASS_OIDC_ISSUER, SIGHTGLASS_OIDC_CLIENT_ID and SIGHTGLASS_OIDC_CLIENT_SECRET belong together: set all or none",
    );
  return {
    issuer: issuer.replace(/\/$/, ""),
    clientId,
    clientSecret,
    name: data.SIGHTGLASS_OIDC_NAME,
    scopes: data.SIGHTGLASS_OIDC_SCOPES.split(/\s+/),
    groupsClaim: data.SIGHTGLASS_OIDC_GROUPS,
  };
}

function judgeOf(data: z.infer<typeof environment>): Instance["judge"] {
  const { SIGHTGLASS_JUDGE_URL: url, SIGHTGLASS_JUDGE_MODEL: model, SIGHTGLASS_JUDGE_KEY: key = null } = data;
  if (url === undefined && model === undefined) return null;
  if (url === undefined || model === undefined)
    throw new Error("SIGHTGLASS_JUDGE_URL and SIGHTGLASS_JUDGE_MODEL belong together: set both or neither");
  return { url, model, key };
}

function hostInUrl(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}
