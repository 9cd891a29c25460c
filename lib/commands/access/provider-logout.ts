import { type JWTPayload, jwtVerify } from "jose";
import { noteInAuditLog } from "@/lib/access/audit";
import { findKnownProvider, OIDC_PROVIDER } from "@/lib/access/auth";
import type { SignInCommandOf } from "@/lib/access/write-context";
import { AppError, notFound } from "@/lib/errors";
import { requireTeam, makeProviderAwayError } from "./sign-in";

/** What makes a token one for signing out, by OpenID Connect Back-Channel Logout 1.0, section 2.4. */
const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";
const TOKEN_AGE_MAX = "10m";
const CLOCKS_DIFFER_S = 60;

/**
 * Ends every session of the person whom the identity provider names.
 * @param token the provider's logout token
 * @throws AppError `invalid_body` for a token that it has not signed, or that is for something else; `not_found` without
 * a provider, `unavailable` while it is away
 */
export async function endByProvider({
  ctx: { db, settings, caller },
  input: { token },
}: SignInCommandOf<{ token: string }>): Promise<void> {
  requireTeam(settings);
  if (settings.oidc === null) throw notFound("an identity provider");
  const provider = await findKnownProvider(db, settings);
  const how = provider?.idToken;
  if (how === undefined || !("jwks" in how)) throw makeProviderAwayError();
  const { payload } = await jwtVerify(token, how.jwks, {
    issuer: how.issuer ?? settings.oidc.issuer,
    audience: settings.oidc.clientId,
    ...(how.algorithms !== undefined && { algorithms: how.algorithms }),
    requiredClaims: ["sub", "iat", "jti"],
    maxTokenAge: TOKEN_AGE_MAX,
    clockTolerance: CLOCKS_DIFFER_S,
  }).catch(() => {
    throw makeBadTokenError(
      "expected a token that the identity provider signed a moment ago, with sub, iat and jti",
    );
  });
  if (!isLogout(payload)) throw makeBadTokenError(`expected an event ${LOGOUT_EVENT}, and no nonce`);
  const account = { providerId: OIDC_PROVIDER, accountId: payload.sub ?? "" };
  const person = await db.credential.findUnique({ where: { providerId_accountId: account } });
  if (person === null) return;
  const { userId } = person;
  await db.$transaction(async (tx) => {
    const { count } = await tx.login.deleteMany({ where: { userId } });
    const who = await tx.user.findUnique({ where: { id: userId } });
    await noteInAuditLog(tx, { ...caller, project: "" }, "signed-out", {
      target: who?.email ?? userId,
      concerns: userId,
      detail: { by: "oidc", sessions: count },
    });
  });
}

/** An ID token must not pass for one: it has a nonce, and no events. */
function isLogout({ events, nonce }: JWTPayload): boolean {
  return nonce === undefined && typeof events === "object" && events !== null && LOGOUT_EVENT in events;
}

function makeBadTokenError(message: string): AppError {
  return new AppError("invalid_body", `logout_token: ${message}`, [
    { path: "logout_token", code: "bad_token", message },
  ]);
}
