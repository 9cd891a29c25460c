import type { BodyAt } from "@/lib/api/request/request";

/** The browser's API for passkeys, in the JSON form that the server uses. */

type PasskeyCredential = BodyAt<"POST", "/api/v1/sign-in/passkey">["credential"];

interface JsonCredentials {
  parseCreationOptionsFromJSON(options: unknown): PublicKeyCredentialCreationOptions;
  parseRequestOptionsFromJSON(options: unknown): PublicKeyCredentialRequestOptions;
}

export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential !== "undefined" && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}

/** @throws Error when the user refuses */
export async function makePasskey(options: unknown): Promise<PasskeyCredential> {
  const publicKey = forms().parseCreationOptionsFromJSON(options);
  return toJson(await navigator.credentials.create({ publicKey }));
}

/** @throws Error when the user refuses or has no passkey */
export async function signWithPasskey(options: unknown): Promise<PasskeyCredential> {
  const publicKey = forms().parseRequestOptionsFromJSON(options);
  return toJson(await navigator.credentials.get({ publicKey }));
}

function forms(): JsonCredentials {
  if (!hasPasskeys()) throw new Error("This browser has no passkeys.");
  return PublicKeyCredential as unknown as JsonCredentials;
}

function toJson(credential: Credential | null): PasskeyCredential {
  if (credential === null) throw new Error("The browser returned no passkey.");
  const json: unknown = (credential as PublicKeyCredential).toJSON();
  return json as PasskeyCredential;
}
