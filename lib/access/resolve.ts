import { DEFAULT_PROJECT } from "@/lib/core/project";
import type { Database } from "@/lib/db/client";
import type { Instance } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { noteCounted } from "./audit-counted";
import type { Caller } from "./caller";
import { findKey, listKeyScopes } from "./find-key";
import { noteKeyUse } from "./key-use";
import { KEY_PREFIX, findSecret } from "./key-text";
import { REQUESTS_PER_ADDRESS_PER_MINUTE, REQUESTS_PER_KEY_PER_MINUTE } from "@/lib/api/limits/access";
import { findCurrentProject, readMemberships } from "./memberships";
import { findNetwork } from "./network";
import { SharedRateLimit } from "./shared-rate-limit";

export interface CallerRequest {
  readonly method: string;
  readonly headers: Headers;
  /** Whether the body is signed by who sends it, so that it does not matter which page it comes from. */
  readonly isSigned?: boolean;
}

/** The server and the routes are in different bundles and share the counts. */
const shared = globalThis as { sightglassLimits?: { perKey: SharedRateLimit; perAddress: SharedRateLimit } };
const { perKey, perAddress } = (shared.sightglassLimits ??= {
  perKey: new SharedRateLimit("key", REQUESTS_PER_KEY_PER_MINUTE),
  perAddress: new SharedRateLimit("address", REQUESTS_PER_ADDRESS_PER_MINUTE),
});
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Finds the sender of a request and the project. A key comes first. Without a key, team mode uses the cookie of a
 * signed-in person, and local mode accepts the user of this machine and ignores other secrets.
 * @throws AppError `unauthorized` for a bad key, `forbidden` for a change that a page of another site requests,
 * `rate_limited`
 */
export async function resolveCaller(
  db: Database,
  settings: Instance,
  asking: CallerRequest,
): Promise<Caller> {
  const { headers } = asking;
  const team = settings.mode === "team";
  const address = headers.get("x-sightglass-address");
  if (team && address !== null) await takeOne(db, perAddress, findNetwork(address), "address");
  const secret = findSecret(headers);
  if (secret !== null && (team || secret.startsWith(KEY_PREFIX))) return resolveByKey(db, secret, address);
  if (!team) return { project: DEFAULT_PROJECT, role: "owner", actor: { kind: "local" }, address };
  if (asking.isSigned !== true) refuseOtherSites(asking, settings.url.origin);
  return resolveByCookie(db, settings, headers, address);
}

async function resolveByKey(db: Database, secret: string, address: string | null): Promise<Caller> {
  const key = await findKey(db, secret);
  if (key === null) {
    noteCounted(db, { project: "", actor: { kind: "anonymous" }, address }, "key.refused");
    throw new AppError(
      "unauthorized",
      "the API key is not one of this instance, or it was revoked or has expired",
    );
  }
  await takeOne(db, perKey, key.id, "key");
  noteKeyUse(db, key, address);
  const { id, prefix, agent } = key;
  const actor = { kind: "key", id, prefix, scopes: listKeyScopes(key), agent } as const;
  return { project: key.projectId, role: null, actor, address };
}

async function resolveByCookie(
  db: Database,
  settings: Instance,
  headers: Headers,
  address: string | null,
): Promise<Caller> {
  const signedIn = headers.has("cookie") ? await findSignedIn(db, settings, headers) : null;
  if (signedIn === null) return { project: "", role: null, actor: { kind: "anonymous" }, address };
  const { id, email, name } = signedIn.user;
  const current = await findCurrentProject(db, await readMemberships(db, id), headers);
  return {
    project: current?.id ?? "",
    role: current?.role ?? null,
    actor: { kind: "user", id, email, name },
    address,
  };
}

/** Loads the sign-in library on the first sign-in. An instance without a login never needs it. */
async function findSignedIn(db: Database, settings: Instance, headers: Headers) {
  const { getAuth } = await import("./auth");
  return getAuth(db, settings).api.getSession({ headers });
}

/**
 * Browsers send cookies with requests that other sites start. So a change must come from a page of this instance.
 * Programs have no cookies; they send a key.
 */
function refuseOtherSites({ method, headers }: CallerRequest, origin: string): void {
  if (SAFE_METHODS.has(method)) return;
  const from = headers.get("origin");
  const own = from === null ? headers.get("sec-fetch-site") === "same-origin" : from === origin;
  if (!own)
    throw new AppError(
      "forbidden",
      "changes are taken from this instance's own pages, or with an API key as a bearer token or in x-api-key",
    );
}

async function takeOne(db: Database, limit: SharedRateLimit, name: string, of: string): Promise<void> {
  const waitS = await limit.take(db, name, Date.now());
  if (waitS !== null) throw new AppError("rate_limited", `too many requests with this ${of}`, [], waitS);
}
