import { createHmac } from "node:crypto";
import { lookup } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { type AddressRules, hostOf, isPrivateAddress, refusedAddress } from "./address";

/** What is sent to whom. */
export interface OutgoingMessage {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  readonly body: string;
}

/** What a receiver said. Only a 2xx counts as taken. */
export interface SendResult {
  readonly taken: boolean;
  /** Its status, or why there is none. */
  readonly answer: string;
}

const TIMEOUT_MS = 10_000;

/** The signature of a message: a receiver makes it again from its own secret. @param at seconds since 1970 */
export function signatureOf(secret: string, at: number, body: string): string {
  return `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
}

/** Sends one message. Never throws: what goes wrong is the answer. */
export async function sendMessage(message: OutgoingMessage, rules: AddressRules): Promise<SendResult> {
  const refusal = refusedAddress(message.url, rules);
  if (refusal !== null) return { taken: false, answer: refusal };
  try {
    const status = await post(message, rules);
    return { taken: status >= 200 && status < 300, answer: `status ${status}` };
  } catch (error) {
    return { taken: false, answer: error instanceof Error ? error.message : String(error) };
  }
}

function post({ id, url: text, secret, body }: OutgoingMessage, rules: AddressRules): Promise<number> {
  const url = new URL(text);
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "user-agent": "Sightglass",
    "x-sightglass-id": id,
    "x-sightglass-signature": signatureOf(secret, Math.floor(Date.now() / 1_000), body),
  };
  const isFree = rules.privateAllowed || rules.hosts.includes(hostOf(url));
  return new Promise((resolve, reject) => {
    const outgoing = send(
      url,
      { method: "POST", headers, agent: false, ...(!isFree && { lookup: publicOnly }) },
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

/** Looks a name up for the connection itself: a name that leads elsewhere a moment later leads nowhere. */
const publicOnly: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const found = addresses?.find(({ address }) => isPrivateAddress(address));
    if (error !== null) callback(error, "");
    else if (found !== undefined) callback(new Error(`${host} leads to a private network`), "");
    else if (options.all === true) callback(null, addresses);
    else callback(null, addresses[0]?.address ?? "", addresses[0]?.family);
  });
};
