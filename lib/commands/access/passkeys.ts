import { APIError } from "better-auth/api";
import { noteInAuditLog } from "@/lib/access/audit";
import { auditCounted } from "@/lib/access/audit-counted";
import { authOf } from "@/lib/access/auth";
import type { Caller } from "@/lib/access/caller";
import { takesPasskeys } from "@/lib/access/passkey-host";
import { reserveAttempt } from "@/lib/access/throttle";
import type { Database } from "@/lib/db/client";
import type { Instance } from "@/lib/env";
import { AppError, notFound } from "@/lib/errors";
import type { Cookies } from "./sign-in";
import { needTeam, signedIn } from "./sign-in";

/** A browser's answer. The library validates it. */
type BrowserCredential = Readonly<Record<string, unknown>>;

type Assertion = NonNullable<
  Parameters<ReturnType<typeof authOf>["api"]["verifyPasskeyAuthentication"]>[0]
>["body"]["response"];

export interface PasskeyOptions {
  readonly options: { readonly challenge: string; readonly [field: string]: unknown };
  readonly cookies: Cookies;
}

/** @throws AppError `forbidden` if the sign-in is too old */
export async function startPasskey(
  db: Database,
  settings: Instance,
  request: Request,
  caller: Caller,
): Promise<PasskeyOptions> {
  needPasskeys(settings);
  const name = caller.actor.kind === "user" ? caller.actor.email : "";
  return refusing("sign in again to add a passkey", async () => {
    const { headers, response } = await authOf(db, settings).api.generatePasskeyRegistrationOptions({
      query: { name },
      headers: request.headers,
      returnHeaders: true,
    });
    return { options: { ...response }, cookies: headers.getSetCookie() };
  });
}

/** @throws AppError `forbidden` if the passkey does not match the request */
export async function addPasskey(
  db: Database,
  settings: Instance,
  request: Request,
  caller: Caller,
  { name, credential }: { name: string; credential: BrowserCredential },
): Promise<void> {
  needPasskeys(settings);
  await refusing("the passkey was not made for this request; try again", () =>
    authOf(db, settings).api.verifyPasskeyRegistration({
      body: { name, response: credential },
      headers: request.headers,
    }),
  );
  await noteInAuditLog(db, { ...caller, project: "" }, "passkey.added", { detail: { name } });
}

/** @throws AppError `not_found` */
export async function removePasskey(
  db: Database,
  settings: Instance,
  caller: Caller,
  id: string,
): Promise<void> {
  needTeam(settings);
  const userId = caller.actor.kind === "user" ? caller.actor.id : "";
  const own = await db.passkey.findFirst({ where: { id, userId }, select: { name: true } });
  const { count } = await db.passkey.deleteMany({ where: { id, userId } });
  if (count === 0) throw notFound("the passkey");
  await noteInAuditLog(db, { ...caller, project: "" }, "passkey.removed", {
    detail: { name: own?.name ?? null },
  });
}

export async function startPasskeySignIn(
  db: Database,
  settings: Instance,
  request: Request,
): Promise<PasskeyOptions> {
  needPasskeys(settings);
  const { headers, response } = await authOf(db, settings).api.generatePasskeyAuthenticationOptions({
    headers: request.headers,
    returnHeaders: true,
  });
  return { options: { ...response, userVerification: "required" }, cookies: headers.getSetCookie() };
}

/**
 * Signs in the owner of a passkey. An unknown passkey and a wrong signature get the same answer.
 * @throws AppError `unauthorized`, `rate_limited`
 */
export async function signInWithPasskey(
  db: Database,
  settings: Instance,
  request: Request,
  caller: Caller,
  credential: BrowserCredential,
): Promise<Cookies> {
  const { user, cookies } = await proven(db, settings, request, caller, credential);
  await noteInAuditLog(db, signedIn(caller, user), "signed-in", { detail: { by: "passkey" } });
  return cookies;
}

/**
 * Sets a new password for a person who proves their identity with a passkey. All other browsers are signed out.
 * @throws AppError `unauthorized` if the passkey is not the caller's; `rate_limited`
 */
export async function recoverPassword(
  db: Database,
  settings: Instance,
  request: Request,
  caller: Caller,
  { credential, next }: { credential: BrowserCredential; next: string },
): Promise<Cookies> {
  const { user, token, cookies } = await proven(db, settings, request, caller, credential);
  if (caller.actor.kind !== "user" || caller.actor.id !== user.id) {
    await db.login.deleteMany({ where: { token } });
    auditCounted(db, { ...caller, project: "" }, "password.refused", "passkey of another person");
    throw new AppError("unauthorized", "credential: this passkey is not yours");
  }
  const { password: passwords, internalAdapter } = await authOf(db, settings).$context;
  const hash = await passwords.hash(next);
  const own = await db.credential.findFirst({ where: { userId: user.id, providerId: "credential" } });
  if (own === null)
    await internalAdapter.linkAccount({
      userId: user.id,
      providerId: "credential",
      accountId: user.id,
      password: hash,
    });
  else await internalAdapter.updatePassword(user.id, hash);
  await db.login.deleteMany({ where: { userId: user.id, token: { not: token } } });
  await noteInAuditLog(db, { ...caller, project: "" }, "password.changed", { detail: { by: "passkey" } });
  return cookies;
}

async function proven(
  db: Database,
  settings: Instance,
  request: Request,
  caller: Caller,
  credential: BrowserCredential,
) {
  needPasskeys(settings);
  const reserved = await reserveAttempt(db, { account: null, address: caller.address });
  try {
    const { headers, response } = await authOf(db, settings).api.verifyPasskeyAuthentication({
      body: { response: credential as unknown as Assertion },
      headers: request.headers,
      returnHeaders: true,
    });
    await reserved.succeeded();
    const { user, session } = response as {
      user: { id: string; email: string; name: string };
      session: { token: string };
    };
    return { user, token: session.token, cookies: headers.getSetCookie() };
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    await noteInAuditLog(db, { ...caller, project: "" }, "sign-in.failed", { detail: { by: "passkey" } });
    throw new AppError("unauthorized", "the passkey is not known here, or did not sign what was asked");
  }
}

async function refusing<T>(message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof APIError) throw new AppError("forbidden", message);
    throw error;
  }
}

/**
 * @throws AppError `not_found` on an instance without a login, or at an address for which browsers accept no passkeys
 */
function needPasskeys(settings: Instance): void {
  needTeam(settings);
  if (!takesPasskeys(settings.url)) throw notFound("a named, safe address, which passkeys need,");
}
