import { z } from "zod";
import { readPlainly } from "@/lib/core/plain-issues";

export interface ProxySettings {
  readonly port: number;
  /** The allowed targets, by the first part of the path. The proxy calls nothing else. */
  readonly upstreams: ReadonlyMap<string, URL>;
  readonly target: URL;
  /** An API key with the scope `ingest`, for a target in team mode. */
  readonly apiKey: string | null;
  readonly policy: string | null;
  /** How long a request waits for the policy, in milliseconds. */
  readonly policyTimeoutMs: number;
}

const DEFAULT_UPSTREAMS =
  "anthropic=https://api.anthropic.com,openai=https://api.openai.com,gemini=https://generativelanguage.googleapis.com";
const UPSTREAM = /^([a-z][a-z0-9-]{0,30})=(https?:\/\/\S+)$/;

const environment = z.object({
  SIGHTGLASS_PROXY_PORT: z.coerce.number().int().min(1).max(65_535).default(4320),
  SIGHTGLASS_PROXY_UPSTREAMS: z.string().default(DEFAULT_UPSTREAMS),
  SIGHTGLASS_PROXY_TARGET: z.url({ protocol: /^https?$/ }).default("http://127.0.0.1:4318"),
  SIGHTGLASS_API_KEY: z.string().optional(),
  SIGHTGLASS_PROXY_POLICY: z.string().optional(),
  SIGHTGLASS_PROXY_POLICY_TIMEOUT_MS: z.coerce.number().int().min(1).max(60_000).default(300),
});

/** @throws Error that names the variable and the expected value */
export function readProxySettings(env: Readonly<Record<string, string | undefined>>): ProxySettings {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = readPlainly(environment, set);
  if (!parsed.ok) {
    const [issue] = parsed.issues;
    throw new Error(`${String(issue?.path[0])}: ${issue?.message ?? "is not valid"}`);
  }
  return {
    port: parsed.data.SIGHTGLASS_PROXY_PORT,
    upstreams: parseUpstreams(parsed.data.SIGHTGLASS_PROXY_UPSTREAMS),
    target: new URL(parsed.data.SIGHTGLASS_PROXY_TARGET),
    apiKey: parsed.data.SIGHTGLASS_API_KEY ?? null,
    policy: parsed.data.SIGHTGLASS_PROXY_POLICY ?? null,
    policyTimeoutMs: parsed.data.SIGHTGLASS_PROXY_POLICY_TIMEOUT_MS,
  };
}

function parseUpstreams(text: string): Map<string, URL> {
  return new Map(
    text.split(",").map((part): [string, URL] => {
      const [, name, address] = UPSTREAM.exec(part.trim()) ?? [];
      if (name === undefined || address === undefined || !URL.canParse(address))
        throw new Error(
          `SIGHTGLASS_PROXY_UPSTREAMS: expected NAME=https://…, separated by commas, got "${part}"`,
        );
      return [name, new URL(address)];
    }),
  );
}
