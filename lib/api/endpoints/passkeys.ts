import { z } from "zod";
import { PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from "@/lib/api/limits/access";
import { endpoint } from "../endpoint";

const doneSchema = z.object({ done: z.literal(true) });
const options = z.looseObject({ challenge: z.string() });
const credential = z.looseObject({
  id: z.string().max(2_000),
  type: z.literal("public-key"),
  response: z.looseObject({ clientDataJSON: z.string().max(8_000) }),
});

export const passkeySchema = z
  .object({ id: z.string(), name: z.string(), createdAt: z.iso.datetime().nullable(), synced: z.boolean() })
  .meta({ id: "Passkey" });

export const listPasskeys = endpoint({
  method: "GET",
  path: "/api/v1/passkeys",
  summary: "One's own passkeys",
  scope: "self",
  response: z.object({ passkeys: z.array(passkeySchema) }),
});

export const startPasskey = endpoint({
  method: "POST",
  path: "/api/v1/passkeys/options",
  summary: "Begin to add a passkey: what the browser is to make it from",
  scope: "self",
  response: options,
});

export const passkeyBody = z.object({ name: z.string().trim().min(1).max(60), credential });
export const addPasskey = endpoint({
  method: "POST",
  path: "/api/v1/passkeys",
  summary: "Add the passkey that the browser made",
  scope: "self",
  body: { "application/json": passkeyBody },
  response: doneSchema,
});

export const removePasskey = endpoint({
  method: "DELETE",
  path: "/api/v1/passkeys/{passkeyId}",
  summary: "Remove one of one's own passkeys",
  scope: "self",
  params: z.object({ passkeyId: z.string().max(100) }),
  response: doneSchema,
});

export const startPasskeySignIn = endpoint({
  method: "POST",
  path: "/api/v1/sign-in/passkey/options",
  summary: "Begin to sign in with a passkey: what the browser is to sign",
  scope: "none",
  response: options,
});

export const assertionBody = z.object({ credential });
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
  credential,
  next: z.string().min(PASSWORD_CHARS_MIN).max(PASSWORD_CHARS_MAX),
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
