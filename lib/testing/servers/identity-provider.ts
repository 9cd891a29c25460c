import { createSign, generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface IdentityProvider {
  readonly issuer: string;
  claims: { sub: string; email: string; email_verified: boolean; name: string; groups?: unknown };
  /** A token that the provider signs with these claims beside its own. */
  readonly sign: (claims: Readonly<Record<string, unknown>>) => string;
  readonly stop: () => Promise<void>;
}

const KEY_ID = "test";
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Starts a provider on a free port. Its authorization code is the nonce that it received. */
export async function startIdentityProvider(clientId: string): Promise<IdentityProvider> {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: "jwk" }), kid: KEY_ID, alg: "RS256", use: "sig" };
  const provider = { claims: { sub: "", email: "", email_verified: true, name: "" } };
  const issuerHere = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function sign(more: Readonly<Record<string, unknown>>): string {
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: issuerHere(), aud: clientId, iat: now, exp: now + 60, ...more };
    const signed = `${base64url({ alg: "RS256", kid: KEY_ID })}.${base64url(claims)}`;
    return `${signed}.${createSign("RSA-SHA256").update(signed).sign(privateKey, "base64url")}`;
  }

  const server = createServer((request, response) => {
    const issuer = issuerHere();
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      const nonce = new URLSearchParams(body).get("code") ?? "";
      const answers: Record<string, unknown> = {
        "/.well-known/openid-configuration": {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/userinfo`,
          jwks_uri: `${issuer}/jwks`,
          id_token_signing_alg_values_supported: ["RS256"],
        },
        "/jwks": { keys: [jwk] },
        "/token": {
          access_token: "access",
          token_type: "Bearer",
          expires_in: 60,
          id_token: sign({ ...provider.claims, nonce }),
        },
        "/userinfo": provider.claims,
      };
      const answer = answers[request.url ?? ""];
      response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(answer ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(provider, {
    issuer: issuerHere(),
    sign,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}
