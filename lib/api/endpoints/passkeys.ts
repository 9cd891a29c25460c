import { z } from "zod";
import { PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from "@/lib/api/limits/access";
import { endpoint } from "../endpoint";

const doneSchema = z.object({ done: z.literal(true).describe("always true: the change is stored") });
const options = z.looseObject({ challenge: z.string().describe("what the passkey has to sign, base64url") });
const credential = z.looseObject({
  id: z.string().max(2_000).describe("the passkey's id, base64url"),
  type: z.literal("public-key").describe("always `public-key`"),
  response: z
    .looseObject({
      clientDataJSON: z.string().max(8_000).describe("what the browser signed over, base64url"),
    })
    .describe("what the browser answered"),
});

export const passkeySchema = z
  .object({
    id: z.string().describe("the passkey's id"),
    name: z.string().describe("how its owner calls it"),
    createdAt: z.iso.datetime().nullable().describe("when it was added; null where unknown"),
    synced: z.boolean().describe("whether it is kept in sync between devices"),
  })
  .meta({ id: "Passkey" });

export const listPasskeys = endpoint({
  method: "GET",
  path: "/api/v1/passkeys",
  summary: "One's own passkeys",
  description: "Public keys and counters are not part of the answer.",
  scope: "self",
  response: z.object({ passkeys: z.array(passkeySchema).describe("the passkeys, the oldest first") }),
});

export const startPasskey = endpoint({
  method: "POST",
  path: "/api/v1/passkeys/options",
  summary: "Begin to add a passkey: what the browser is to make it from",
  description: "The answer is what `PublicKeyCredential.parseCreationOptionsFromJSON` reads.",
  scope: "self",
  response: options,
});

export const passkeyBody = z.object({
  name: z.string().trim().min(1).max(60).describe("how its owner calls it"),
  credential: credential.describe("what the browser made"),
});
export const addPasskey = endpoint({
  method: "POST",
  path: "/api/v1/passkeys",
  summary: "Add the passkey that the browser made",
  description: "The challenge comes from `POST /api/v1/passkeys/options` and works once.",
  scope: "self",
  body: { "application/json": passkeyBody },
  response: doneSchema,
});

export const removePasskey = endpoint({
  method: "DELETE",
  path: "/api/v1/passkeys/{passkeyId}",
  summary: "Remove one of one's own passkeys",
  description: "The password stays valid.",
  scope: "self",
  params: z.object({ passkeyId: z.string().max(100).describe("the passkey's id") }),
  response: doneSchema,
});

export const startPasskeySignIn = endpoint({
  method: "POST",
  path: "/api/v1/sign-in/passkey/options",
  summary: "Begin to sign in with a passkey: what the browser is to sign",
  description: "The answer is what `PublicKeyCredential.parseRequestOptionsFromJSON` reads.",
  scope: "none",
  response: options,
});

export const assertionBody = z.object({ credential: credential.describe("what the browser signed") });
export const passkeySignIn = endpoint({
  method: "POST",
  path: "/api/v1/sign-in/passkey",
  summary: "Sign in with what the passkey signed",
  description: "Answers with the session's cookie. Attempts are counted as those with passwords are.",
  scope: "none",
  body: { "application/json": assertionBody },
  response: doneSchema,
});

export const recoveryBody = z.object({
  credential: credential.describe("what the browser signed"),
  next: z.string().min(PASSWORD_CHARS_MIN).max(PASSWORD_CHARS_MAX).describe("the new password"),
});
export const recoverPassword = endpoint({
  method: "POST",
  path: "/api/v1/password/recovery",
  summary: "Set another password with one's passkey, where the present one is lost",
  description: "Every other browser is signed out.",
  scope: "self",
  body: { "application/json": recoveryBody },
  response: doneSchema,
});
