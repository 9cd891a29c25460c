import { randomUUID } from "node:crypto";
import { APIError } from "better-auth/api";
import { noteInAuditLog } from "@/lib/access/audit";
import { noteCounted } from "@/lib/access/audit-counted";
import { getAuth } from "@/lib/access/auth";
import { isPasskeyHost } from "@/lib/access/passkey-host";
import type { CommandOf, SignInCommandOf } from "@/lib/access/write-context";
import { reserveAttempt } from "@/lib/access/throttle";
import { type Instance, instance } from "@/lib/env";
import { AppError, notFound } from "@/lib/errors";
import type { Cookies } from "./sign-in";
import { requireTeam, noteSignIn } from "./sign-in";

/** A browser's answer. The library validates it. */
type BrowserCredential = Readonly<Record<string, unknown>>;

type Assertion = NonNullable<
  Parameters<ReturnType<typeof getAuth>["api"]["verifyPasskeyAuthentication"]>[0]
>["body"]["response"];

export interface PasskeyOptions {
  readonly options: { readonly challenge: string; readonly [field: string]: unknown };
  readonly cookies: Cookies;
}

/** @throws AppError `forbidden` if the sign-in is too old */
export async function startPasskey({
  ctx: { db, settings, request, caller },
}: Pick<SignInCommandOf<never>, "ctx">): Promise<PasskeyOptions> {
  requirePasskeys(settings);
  const name = caller.actor.kind === "user" ? caller.actor.email : "";
  return refuseOnFailure("sign in again to add a passkey", async () => {
    const { headers, response } = await getAuth(db, settings).api.generatePasskeyRegistrationOptions({
      query: { name },
      headers: request.headers,
      returnHeaders: true,
    });
    return { options: { ...response }, cookies: headers.getSetCookie() };
  });
}

/** @throws AppError `forbidden` if the passkey does not match the request */
export async function addPasskey({
  ctx: { db, settings, request, caller },
  input: { name, credential },
}: SignInCommandOf<{ name: string; credential: BrowserCredential }>): Promise<void> {
  requirePasskeys(settings);
  await db.$transaction(async (tx) => {
    await noteInAuditLog(tx, { ...caller, project: "" }, "passkey.added", { detail: { name } });
    await refuseOnFailure("the passkey was not made for this request; try again", () =>
      getAuth(db, settings).api.verifyPasskeyRegistration({
        body: { name, response: credential },
        headers: request.headers,
      }),
    );
  });
}

/** @throws AppError `not_found` */
export async function removePasskey({
  ctx: { db, caller },
  input: { id },
}: CommandOf<{ id: string }>): Promise<void> {
  requireTeam(instance());
  const userId = caller.actor.kind === "user" ? caller.actor.id : "";
  await db.$transaction(async (tx) => {
    const own = await tx.passkey.findFirst({ where: { id, userId }, select: { name: true } });
    const { count } = await tx.passkey.deleteMany({ where: { id, userId } });
    if (count === 0) throw notFound("the passkey");
    await noteInAuditLog(tx, { ...caller, project: "" }, "passkey.removed", {
      detail: { name: own?.name ?? null },
    });
  });
}

export async function startPasskeySignIn({
  ctx: { db, settings, request },
}: Pick<SignInCommandOf<never>, "ctx">): Promise<PasskeyOptions> {
  requirePasskeys(settings);
  const { headers, response } = await getAuth(db, settings).api.generatePasskeyAuthenticationOptions({
    headers: request.headers,
    returnHeaders: true,
  });
  return { options: { ...response, userVerification: "required" }, cookies: headers.getSetCookie() };
}

/**
 * Signs in the owner of a passkey. An unknown passkey and a wrong signature get the same answer.
 * @throws AppError `unauthorized`, `rate_limited`
 */
export async function signInWithPasskey({
  ctx,
  input: { credential },
}: SignInCommandOf<{ credential: BrowserCredential }>): Promise<Cookies> {
  const { user, token, cookies } = await provePasskey({ ctx, input: { credential } });
  await noteSignIn({ ctx, input: { user, token, by: "passkey" } });
  return cookies;
}

/**
 * Sets a new password for a person who proves their identity with a passkey. All other browsers are signed out.
 * @throws AppError `unauthorized` if the passkey is not the caller's; `rate_limited`
 */
export async function recoverPassword({
  ctx,
  input: { credential, next },
}: SignInCommandOf<{ credential: BrowserCredential; next: string }>): Promise<Cookies> {
  const { db, settings, caller } = ctx;
  const { user, token, cookies } = await provePasskey({ ctx, input: { credential } });
  if (caller.actor.kind !== "user" || caller.actor.id !== user.id) {
    await db.login.deleteMany({ where: { token } });
    noteCounted(db, { ...caller, project: "" }, "password.refused", "passkey of another person");
    throw new AppError("unauthorized", "credential: this passkey is not yours");
  }
  const { password: passwords } = await getAuth(db, settings).$context;
  const password = await passwords.hash(next);
  const own = { userId: user.id, providerId: "credential" };
  await db.$transaction(async (tx) => {
    const { count } = await tx.credential.updateMany({ where: own, data: { password } });
    if (count === 0)
      await tx.credential.create({ data: { ...own, id: randomUUID(), accountId: user.id, password } });
    await tx.login.deleteMany({ where: { userId: user.id, token: { not: token } } });
    await noteInAuditLog(tx, { ...caller, project: "" }, "password.changed", { detail: { by: "passkey" } });
  });
  return cookies;
}

async function provePasskey({
  ctx: { db, settings, request, caller },
  input: { credential },
}: SignInCommandOf<{ credential: BrowserCredential }>) {
  requirePasskeys(settings);
  const reserved = await reserveAttempt(db, { account: null, address: caller.address });
  try {
    const { headers, response } = await getAuth(db, settings).api.verifyPasskeyAuthentication({
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
    await db.$transaction((tx) =>
      noteInAuditLog(tx, { ...caller, project: "" }, "sign-in.failed", { detail: { by: "passkey" } }),
    );
    throw new AppError("unauthorized", "the passkey is not known here, or did not sign what was asked");
  }
}

async function refuseOnFailure<T>(message: string, work: () => Promise<T>): Promise<T> {
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
function requirePasskeys(settings: Instance): void {
  requireTeam(settings);
  if (!isPasskeyHost(settings.url)) throw notFound("a named, safe address, which passkeys need,");
}
