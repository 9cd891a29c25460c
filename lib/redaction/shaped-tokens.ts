import type { Detector } from "./detector";
import { byPattern } from "./detector";
import { isRandom, isPlaceholder } from "./placeholder-text";

/**
 * Harnesses and APIs use these names for calls, messages and runs. Their values open nothing, and traces are
 * full of them.
 */
export const IDENTIFIERS =
  /^(?:tool(?:u|use|call|_use|_call)?|call|msg|message|req|request|resp|response|run|thread|chatcmpl|cmpl|completion|sess|session|ses|conv|conversation|evt|event|ev|item|rs|fc|ws|mcp|file|asst|assistant|gen|trace|span|step|job|task|batch|part|prt|block|blk|turn|node|obj|id|uid|uuid|srvtoolu|snap|ckpt|checkpoint|agent|bedrock|vrtx|fp|img|image|doc|proj|prj|project|org|user|usr|team|wf|build|deploy|dpl|commit|sha|hash|md|sha\d{1,3}|integrity|chunk|static|css|js|cache|tmp|temp|test|mock|fake|font|icon|svg)(?:[_-]|$)/i;
const TAIL_DISTINCT_MIN = 12;

/**
 * Tokens by their shape: a short name, a separator, and a long random tail. Providers give new keys this form, so one
 * that no list knows is found too.
 */
export const SHAPED_TOKENS: readonly Detector[] = [
  byPattern(
    "shaped-token",
    "token of an unknown kind",
    /(?<![A-Za-z0-9_/.+=-])(?<it>[a-z][a-z0-9]{1,14}(?:[_-][a-z0-9]{1,12}){0,3}[_-](?<tail>[A-Za-z0-9]{24,200}))(?![A-Za-z0-9_/+-])/g,
    (it) => {
      const tail = it.slice(Math.max(it.lastIndexOf("_"), it.lastIndexOf("-")) + 1);
      return !IDENTIFIERS.test(it) && !isPlaceholder(it) && isMixed(tail);
    },
  ),
  byPattern("maxmind", "MaxMind key", /(?<!\w)\w{6}_\w{29}_mmk(?!\w)/g),
  byPattern(
    "azure-key",
    "Azure key",
    /(?<![\w+/])(?:[\w+/-]{42,80}(?:AzFu|ACDb|ASt|AzCa|AIoT|AEh|ARm|ABa|APIM|ACR|AAAAC|AzSe)[\w+/-]{5,8}(?:==?)?)(?![\w+/=])/g,
    (it) => isRandom(it) && isMixed(it),
  ),
  byPattern(
    "webhook",
    "address of a hook",
    /\/(?:hooks?|webhooks?|bot\/v\d\/hook|with\/key|incoming-webhooks?|triggers?|invite|reset(?:-password)?|verify(?:-email)?|confirm|magic(?:-link)?|unsubscribe|activate|feed)\/(?<it>(?:[\w-]{1,40}\/)?[\w-]{20,200}(?:\/[\w-]{16,120})?)(?![\w-])/g,
    (it) => !isPlaceholder(it) && isHookPart(it),
  ),
  byPattern(
    "webhook",
    "address of a hook",
    /(?<![\w.-])(?:hook\.[a-z0-9.]{2,10}\.make\.com|hook\.integromat\.com|(?:canary\.|ptb\.)?discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks|\w{1,40}\.m\.pipedream\.net|webhook\.site|(?:[\w-]{1,40}\.)?infura\.io\/(?:ws\/)?v3|[\w-]{1,40}\.(?:g\.)?alchemy(?:api)?\.(?:com|io)\/v2|[\w-]{1,60}\.quiknode\.pro|rpc\.ankr\.com\/\w{1,30})\/(?<it>[\w-]{12,200}(?:\/[\w-]{16,120})?)/g,
    (it) => /\d/.test(it) && !isPlaceholder(it),
  ),
  byPattern("webhook", "address of a hook", /(?<![\w-])private-(?<it>[0-9a-f]{32})(?=\/)/g),
  byPattern(
    "url-password",
    "password in a URL",
    /(?<![a-z])https?:\/\/(?<it>[0-9a-f]{32})(?::[0-9a-f]{32})?@[\w.-]{1,60}\/\d{1,20}(?!\w)/g,
  ),
  byPattern(
    "wallet-key",
    "private key of a wallet",
    /(?<![A-Za-z0-9])(?:5[HJK][1-9A-HJ-NP-Za-km-z]{49}|[KLc][1-9A-HJ-NP-Za-km-z]{51})(?![A-Za-z0-9])/g,
    isMixed,
  ),
  byPattern(
    "wallet-key",
    "private key of a wallet",
    /\[\s{0,8}(?<it>\d{1,3}(?:\s{0,8},\s{0,8}\d{1,3}){63})\s{0,8}\]/g,
    (it) => it.split(",").every((byte) => Number(byte) < 256) && new Set(it.split(",").map(Number)).size > 24,
  ),
  byPattern(
    "kubernetes",
    "Kubernetes bootstrap token",
    /(?:bootstrap|join|kubeadm)[^\n]{0,120}?(?<![\w.])(?<it>[a-z0-9]{6}\.[a-z0-9]{16})(?![\w.])/g,
    (it) => /\d/.test(it),
  ),
  byPattern("terraform", "Terraform token", /(?<!\w)\w{14}\.atlasv1\.[\w-]{50,90}/g),
  byPattern("rancher", "Rancher token", /(?<![\w-])token-[a-z0-9]{5}:[a-z0-9]{54}(?!\w)/g),
  byPattern(
    "azure-key",
    "Azure key",
    /(?<![A-Za-z0-9])[A-Za-z0-9]{52}JQQJ9\d[A-Za-z0-9]{6,40}(?![A-Za-z0-9])/g,
  ),
  byPattern("ghost", "Ghost key", /(?<![0-9a-f])[0-9a-f]{24}:[0-9a-f]{64}(?![0-9a-f])/g),
  byPattern(
    "fal",
    "fal key",
    /(?<![0-9a-f-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:[0-9a-f]{32}(?![0-9a-f])/g,
  ),
  byPattern(
    "bitwarden",
    "Bitwarden token",
    /(?<![\w.])0\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\w{20,40}:[\w+/]{22}==/g,
  ),
  byPattern(
    "jwe",
    "encrypted JSON web token",
    /(?<![\w-])eyJ[\w-]{20,2000}\.[\w-]{20,2000}\.[\w-]{16,64}\.[\w-]{16,8000}\.[\w-]{16,64}(?![\w-])/g,
  ),
];

function isHookPart(text: string): boolean {
  return text.split("/").some((part) => part.length >= 20 && isRandom(part.replace(/[-_]/g, "")));
}

/** Upper case, lower case and digits, well mixed. Hashes are in one case. */
function isMixed(text: string): boolean {
  const changes = text.match(/[a-z][A-Z0-9]|[A-Z][a-z0-9]|\d[A-Za-z]/g)?.length ?? 0;
  return (
    isRandom(text) &&
    /[A-Z]/.test(text) &&
    /[a-z]/.test(text) &&
    changes >= text.length / 5 &&
    new Set(text).size >= TAIL_DISTINCT_MIN
  );
}
