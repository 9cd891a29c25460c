import { passkey } from "@better-auth/passkey";
import { APIError } from "better-auth/api";
import { betterAuth } from "better-auth";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import type { Database } from "@/lib/db/client";
import type { Invitation } from "@/lib/db/generated/client";
import type { Instance, OidcSettings } from "@/lib/env";
import { noteSystem } from "./audit";
import { acceptInvitation, readInvitations } from "./invitation";
import { LOGIN_DAYS, PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from "@/lib/api/limits/access";
import { listGroups, hasRoleForGroups } from "./group-roles";
import { stretchInTurn } from "./stretching";

export type Auth = ReturnType<typeof makeAuth>;

/** The base path of the library's own routes. Only the callback from an identity provider is open. */
export const AUTH_PATH = "/api/auth";
export const OIDC_PROVIDER = "oidc";
const DAY_S = 24 * 60 * 60;

const made = new WeakMap<Database, Map<string, Auth>>();

export function getAuth(db: Database, settings: Instance): Auth {
  const byOrigin = made.get(db) ?? new Map<string, Auth>();
  made.set(db, byOrigin);
  const name = `${settings.url.origin} ${settings.oidc?.issuer ?? ""}`;
  const auth = byOrigin.get(name) ?? makeAuth(db, settings);
  byOrigin.set(name, auth);
  return auth;
}

/** `undefined` if the identity provider has not answered; the next call asks it again. */
export async function findKnownProvider(db: Database, settings: Instance) {
  const { socialProviders } = await getAuth(db, settings).$context;
  const known = socialProviders.find(({ id }) => id === OIDC_PROVIDER);
  if (known === undefined) made.delete(db);
  return known;
}

/**
 * An account needs an invitation, or a group of the identity provider that has a role. The routes that call this limit the
 * attempts per password and per account.
 */
function makeAuth(db: Database, { url, secret, oidc }: Instance) {
  if (secret === null) throw new Error("people sign in in team mode only");
  const secure = url.protocol === "https:";
  return betterAuth({
    appName: "Sightglass",
    baseURL: url.origin,
    basePath: AUTH_PATH,
    secret,
    trustedOrigins: [url.origin],
    database: prismaAdapter(db, { provider: "postgresql", transaction: true }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_CHARS_MIN,
      maxPasswordLength: PASSWORD_CHARS_MAX,
      password: {
        hash: (password) => stretchInTurn(() => hashPassword(password)),
        verify: (held) => stretchInTurn(() => verifyPassword(held)),
      },
    },
    session: { modelName: "login", expiresIn: LOGIN_DAYS * DAY_S, updateAge: DAY_S },
    account: { modelName: "credential", accountLinking: { enabled: false }, encryptOAuthTokens: true },
    user: {
      validateUserInfo: async ({ user, source }) => {
        if (source.method !== "oauth" || source.action !== "create-user") return;
        const groups = listGroups(source.oauth?.profile ?? {}, oidc?.groupsClaim ?? "");
        const mayJoin =
          user.emailVerified === true &&
          typeof user.email === "string" &&
          ((await readInvitations(db, user.email)).length > 0 || (await hasRoleForGroups(db, groups)));
        if (!mayJoin) return { error: "not_invited" };
      },
    },
    databaseHooks: {
      user: {
        create: {
          after: async (user) => {
            if (!user.emailVerified) return;
            for (const invitation of await readInvitations(db, user.email))
              await joinBy(db, invitation, user);
          },
        },
      },
    },
    advanced: {
      cookiePrefix: "sightglass",
      useSecureCookies: secure,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", secure, path: "/" },
      ipAddress: { ipAddressHeaders: ["x-sightglass-address"] },
    },
    onAPIError: { errorURL: `${url.origin}/sign-in` },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: "error" },
    plugins: [
      makePasskeyPlugin(url),
      ...(oidc === null ? [] : [genericOAuth({ config: [makeProvider(oidc)] })]),
    ],
  });
}

async function joinBy(db: Database, invitation: Invitation, user: { id: string; email: string }) {
  await db.$transaction(async (tx) => {
    if (await acceptInvitation(tx, invitation, user.id))
      await noteSystem(tx, invitation.projectId, "member.joined", { target: user.email });
  });
}

/** A passkey is the only proof of the person. So the device must verify its owner by finger, face or PIN. */
function makePasskeyPlugin({ origin, hostname }: URL) {
  return passkey({
    rpID: hostname,
    rpName: "Sightglass",
    origin,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    registration: {
      afterVerification: async ({ verification }) => {
        if (verification.registrationInfo?.userVerified !== true) throw new APIError("UNAUTHORIZED");
      },
    },
    authentication: {
      afterVerification: async ({ verification }) => {
        if (!verification.authenticationInfo.userVerified) throw new APIError("UNAUTHORIZED");
      },
    },
    advanced: { webAuthnChallengeCookie: "passkey" },
  });
}

function makeProvider({ issuer, clientId, clientSecret, scopes }: OidcSettings) {
  return {
    providerId: OIDC_PROVIDER,
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    requireIdTokenVerification: true,
    clientId,
    clientSecret,
    scopes: [...scopes],
    pkce: true,
  };
}
