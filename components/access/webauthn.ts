/** The browser's part of passkeys, in the JSON form in which the server speaks of them. */

interface JsonCredentials {
  parseCreationOptionsFromJSON(options: unknown): PublicKeyCredentialCreationOptions;
  parseRequestOptionsFromJSON(options: unknown): PublicKeyCredentialRequestOptions;
}

/** Whether this browser can make and use passkeys. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential !== "undefined" && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}

/** Lets the browser make a passkey. @throws Error when its user does not want to */
export async function makePasskey(options: unknown): Promise<unknown> {
  const publicKey = forms().parseCreationOptionsFromJSON(options);
  return toJson(await navigator.credentials.create({ publicKey }));
}

/** Lets the browser sign with a passkey. @throws Error when its user does not want to, or there is none */
export async function signWithPasskey(options: unknown): Promise<unknown> {
  const publicKey = forms().parseRequestOptionsFromJSON(options);
  return toJson(await navigator.credentials.get({ publicKey }));
}

function forms(): JsonCredentials {
  if (!hasPasskeys()) throw new Error("This browser has no passkeys.");
  return PublicKeyCredential as unknown as JsonCredentials;
}

function toJson(credential: Credential | null): unknown {
  if (credential === null) throw new Error("The browser gave no passkey.");
  return (credential as PublicKeyCredential).toJSON();
}
