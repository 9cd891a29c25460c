import { createHmac } from "node:crypto";
import { lookup } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { type AddressRules, findHost, isPrivateAddress, describeRefusedAddress } from "./address";

export interface OutgoingMessage {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  readonly body: string;
}

/** Only a 2xx counts as accepted. */
export interface SendResult {
  readonly taken: boolean;
  /** The status, or the reason why there is none. */
  readonly answer: string;
}

const TIMEOUT_MS = 10_000;

/**
 * The receiver computes the same signature with its own secret.
 * @param at seconds since 1970
 */
export function makeSignature(secret: string, at: number, body: string): string {
  return `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
}

/** Never throws: a failure is part of the answer. */
export async function sendMessage(
  message: OutgoingMessage,
  rules: AddressRules,
  resolve: typeof lookup = lookup,
): Promise<SendResult> {
  const refusal = describeRefusedAddress(message.url, rules);
  if (refusal !== null) return { taken: false, answer: refusal };
  try {
    const status = await post(message, rules, resolve);
    return { taken: status >= 200 && status < 300, answer: `status ${status}` };
  } catch (error) {
    return { taken: false, answer: error instanceof Error ? error.message : String(error) };
  }
}

function post(
  { id, url: text, secret, body }: OutgoingMessage,
  rules: AddressRules,
  find: typeof lookup,
): Promise<number> {
  const url = new URL(text);
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "user-agent": "Sightglass",
    "x-sightglass-id": id,
    "x-sightglass-signature": makeSignature(secret, Math.floor(Date.now() / 1_000), body),
  };
  const isFree = rules.privateAllowed || rules.hosts.includes(findHost(url));
  return new Promise((resolve, reject) => {
    const outgoing = send(
      url,
      { method: "POST", headers, agent: false, ...(!isFree && { lookup: makePublicOnly(find) }) },
      (incoming) => {
        resolve(incoming.statusCode ?? 0);
        incoming.destroy();
      },
    );
    const limit = setTimeout(
      () => outgoing.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)),
      TIMEOUT_MS,
    );
    outgoing.once("error", reject);
    outgoing.once("close", () => clearTimeout(limit));
    outgoing.end(body);
  });
}

/**
 * Checks the address that the connection itself uses, so that a name cannot lead elsewhere a moment later.
 */
const makePublicOnly =
  (find: typeof lookup): LookupFunction =>
  (host, options, callback) => {
    find(host, { ...options, all: true }, (error, addresses) => {
      const found = addresses?.find(({ address }) => isPrivateAddress(address));
      if (error !== null) callback(error, "");
      else if (found !== undefined) callback(new Error(`${host} leads to a private network`), "");
      else if (options.all === true) callback(null, addresses);
      else callback(null, addresses[0]?.address ?? "", addresses[0]?.family);
    });
  };
