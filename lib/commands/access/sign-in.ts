import { APIError } from "better-auth/api";
import { decodeJwt } from "jose";
import { noteInAuditLog } from "@/lib/access/audit";
import { getAuth, findKnownProvider, OIDC_PROVIDER } from "@/lib/access/auth";
import type { Caller } from "@/lib/access/caller";
import { followGroups, listGroups } from "@/lib/access/group-roles";
import type { CommandOf, SignInCommandOf } from "@/lib/access/write-context";
import { noteFailure, reserveAttempt } from "@/lib/access/throttle";
import type { Database } from "@/lib/db/client";
import type { Instance } from "@/lib/env";
import { AppError, notFound } from "@/lib/errors";

export type Cookies = readonly string[];

export interface SignedInPerson {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/**
 * An unknown address and a wrong password get the same answer, after the same work.
 * @throws AppError `unauthorized`, `rate_limited`, `unavailable`
 */
export async function signIn({
  ctx: { db, settings, request, caller },
  input: { email, password },
}: SignInCommandOf<{ email: string; password: string }>): Promise<Cookies> {
  requireTeam(settings);
  const attempt = { account: email, address: caller.address };
  const reserved = await reserveAttempt(db, attempt);
  try {
    const { headers, response } = await getAuth(db, settings).api.signInEmail({
      body: { email, password },
      headers: request.headers,
      returnHeaders: true,
    });
    await reserved.succeeded();
    await noteSignIn({ ctx: { db, caller }, input: { user: response.user, token: response.token } });
    return headers.getSetCookie();
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    await noteFailure(db, attempt);
    await noteFailedSignIn({ ctx: { db, caller }, input: { email } });
    throw new AppError("unauthorized", "the e-mail address or the password is not right");
  }
}

/** Ends a browser's session. @returns the cookies that clear it */
export async function signOut({
  ctx: { db, settings, request, caller },
}: Pick<SignInCommandOf<never>, "ctx">): Promise<Cookies> {
  requireTeam(settings);
  return db.$transaction(async (tx) => {
    await noteInAuditLog(tx, { ...caller, project: "" }, "signed-out");
    const { headers } = await getAuth(db, settings).api.signOut({
      headers: request.headers,
      returnHeaders: true,
    });
    return headers.getSetCookie();
  });
}

/**
 * The address of the identity provider that returns a browser to `next`. @throws AppError `not_found` if no provider is
 * set up
 */
export async function startOidc({
  ctx: { db, settings, request },
  input: { next },
}: SignInCommandOf<{ next: string }>): Promise<{ url: string; cookies: Cookies }> {
  requireTeam(settings);
  if (settings.oidc === null) throw notFound("an identity provider");
  if ((await findKnownProvider(db, settings)) === undefined) throw makeProviderAwayError();
  const { headers, response } = await getAuth(db, settings).api.signInSocial({
    body: { provider: OIDC_PROVIDER, callbackURL: next, errorCallbackURL: "/sign-in", disableRedirect: true },
    headers: request.headers,
    returnHeaders: true,
  });
  if (response.url === undefined) throw makeProviderAwayError();
  return { url: response.url, cookies: headers.getSetCookie() };
}

/**
 * Completes a sign-in with the identity provider, and makes the person's memberships follow their groups there. Returns
 * the library's own answer: a redirect, with cookies on success.
 */
export async function endOidc({
  ctx: { db, settings, request, caller },
}: Pick<SignInCommandOf<never>, "ctx">): Promise<Response> {
  requireTeam(settings);
  if (settings.oidc === null) throw notFound("an identity provider");
  const auth = getAuth(db, settings);
  const answer = await auth.handler(request);
  const cookie = answer.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
  const session = await auth.api.getSession({ headers: new Headers({ cookie: cookie.join("; ") }) });
  if (session !== null) {
    await followGroups(db, session.user, await readGroups(db, session.user.id, settings.oidc.groupsClaim));
    const { user, session: login } = session;
    await noteSignIn({ ctx: { db, caller }, input: { user, token: login.token, by: "oidc" } });
  }
  return answer;
}

/** The library has verified the ID token and stored it. */
async function readGroups(db: Database, userId: string, claim: string): Promise<string[]> {
  const kept = await db.credential.findFirst({ where: { userId, providerId: OIDC_PROVIDER } });
  return kept?.idToken == null ? [] : listGroups(decodeJwt(kept.idToken), claim);
}

/** @throws AppError `not_found` on an instance without a login */
export function requireTeam({ mode }: Instance): void {
  if (mode !== "team") throw notFound("a login");
}

export function makeSignedInCaller({
  caller,
  person: { id, email, name },
}: {
  readonly caller: Caller;
  readonly person: SignedInPerson;
}): Caller {
  return { ...caller, project: "", actor: { kind: "user", id, email, name } };
}

/** For a provider that does not answer. */
export function makeProviderAwayError(): AppError {
  return new AppError("unavailable", "the identity provider cannot be reached; try again shortly", [], 5);
}

/** The library has made the session already. What cannot be written down ends it again, before its cookie leaves. */
export async function noteSignIn({
  ctx: { db, caller },
  input: { user, token, by },
}: CommandOf<{ user: SignedInPerson; token: string; by?: string }>): Promise<void> {
  try {
    await db.$transaction((tx) =>
      noteInAuditLog(
        tx,
        makeSignedInCaller({ caller, person: user }),
        "signed-in",
        by === undefined ? {} : { detail: { by } },
      ),
    );
  } catch (error) {
    await db.login.deleteMany({ where: { token } });
    throw error;
  }
}

/** Whoever tried is not known. The account that they named is what it was about. */
async function noteFailedSignIn({
  ctx: { db, caller },
  input: { email },
}: CommandOf<{ email: string }>): Promise<void> {
  const known = await db.user.findUnique({ where: { email: email.toLowerCase() } });
  const about = known === null ? {} : { target: known.email, concerns: known.id };
  const nobody = { ...caller, project: "", actor: { kind: "anonymous" } } as const;
  await db.$transaction((tx) => noteInAuditLog(tx, nobody, "sign-in.failed", about));
}
