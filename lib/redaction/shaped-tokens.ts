import type { Detector } from "./detector";
import { byPattern } from "./detector";
import { isRandom, isStandIn } from "./stand-ins";

/**
 * Names in front of values that harnesses and APIs make to name things: calls, messages, runs. They open nothing, and
 * traces are full of them.
 */
const IDENTIFIERS =
  /^(?:tool(?:u|use|call|_use|_call)?|call|msg|message|req|request|resp|response|run|thread|chatcmpl|cmpl|completion|sess|session|ses|conv|conversation|evt|event|ev|item|rs|fc|ws|mcp|file|asst|assistant|gen|trace|span|step|job|task|batch|part|prt|block|blk|turn|node|obj|id|uid|uuid|srvtoolu|snap|ckpt|checkpoint|agent|bedrock|vrtx|fp|img|image|doc|proj|prj|project|org|user|usr|team|wf|build|deploy|dpl|commit|sha|hash|md|sha256|integrity|chunk|static|css|js|cache|tmp|temp|test|mock|fake|font|icon|svg)(?:[_-]|$)/i;
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
      return !IDENTIFIERS.test(it) && !isStandIn(it) && isMixed(tail);
    },
  ),
  byPattern(
    "azure-key",
    "Azure key",
    /(?<![A-Za-z0-9])[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{6,40}(?![A-Za-z0-9])/g,
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
