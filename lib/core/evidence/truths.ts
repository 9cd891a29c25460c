import { sameState } from "./states";
import { placesIn, toneAt } from "./values/spelling";

const YES: ReadonlySet<string> = new Set(
  "true yes on ja wahr oui vrai sí verdadero sì vero sim verdadeiro waar".split(" "),
);
const NO: ReadonlySet<string> = new Set("false no off nein falsch non faux falso não nee onwaar".split(" "));

const PAIRS = [
  "enabled disabled",
  "active inactive",
  "activated deactivated",
  "online offline",
  "public private",
  "open closed",
  "connected disconnected",
  "granted denied",
  "locked unlocked",
  "frozen unfrozen",
  "blocked unblocked",
  "valid invalid",
  "available unavailable",
  "visible hidden",
  "visible invisible",
  "complete incomplete",
  "allowed forbidden",
  "installed uninstalled",
  "subscribed unsubscribed",
  "published unpublished",
  "paid unpaid",
  "verified unverified",
  "confirmed unconfirmed",
  "healthy unhealthy",
  "encrypted unencrypted",
].map((pair) => pair.split(" "));

/** `null` for a value that is neither yes nor no. `plain` is in normal spelling. */
export function truthOf(plain: string): boolean | null {
  return YES.has(plain) ? true : NO.has(plain) ? false : null;
}

const ASKS = /^(?:is|are|was|has|has been|have|ist|hat|est|está|es|è|is al) /;
const OPPOSED_QUALITY_CHARS_MIN = 4;

/** "is frozen" is about "frozen". */
export function qualityOf(key: string): string {
  return key.replace(ASKS, "");
}

export function oppositesOf(quality: string): readonly string[] {
  if (quality.length < OPPOSED_QUALITY_CHARS_MIN) return [];
  const paired = PAIRS.flatMap((pair) =>
    pair.includes(quality) ? pair.filter((word) => word !== quality) : [],
  );
  const bare = quality.startsWith("un") && quality.length > 6 ? quality.slice(2) : `un${quality}`;
  return [...new Set([...paired.flatMap(sameState), ...(quality.includes(" ") ? [] : [bare])])];
}

export interface SaidTruth {
  readonly at: number;
  readonly word: string;
  readonly isSo: boolean;
  readonly isAnswer: boolean;
}

const ANSWER =
  /^[ :="]*(?:(?:is|was|are|has been|been|ist|sind|est|está|è) )?(?:(?:currently|still|now|set to|turned|switched|already|noch|encore) )?(not |nicht |pas )?(true|yes|on|enabled|active|activated|ja|oui|sí|aktiv|aktiviert|false|no|off|disabled|inactive|deactivated|nein|non|deaktiviert)(?![\p{L}\p{N}])/u;
const POSITIVE: ReadonlySet<string> = new Set(
  "true yes on enabled active activated ja oui sí aktiv aktiviert".split(" "),
);

/**
 * All places where the text affirms or denies the quality of a yes-or-no field. `normal` is in normal
 * spelling.
 */
export function* truthsIn(normal: string, key: string): Generator<SaidTruth> {
  const quality = qualityOf(key);
  for (const word of quality.length < OPPOSED_QUALITY_CHARS_MIN ? [key] : sameState(quality))
    for (const at of placesIn(normal, word)) {
      const [, not, answer] = ANSWER.exec(normal.slice(at + word.length, at + word.length + 60)) ?? [];
      const tone = toneAt(normal, at);
      if (answer !== undefined) {
        if (tone !== "supposed")
          yield { at, word, isSo: POSITIVE.has(answer) === (not === undefined), isAnswer: true };
      } else if (tone !== "supposed") yield { at, word, isSo: tone === "said", isAnswer: false };
    }
  for (const word of oppositesOf(quality))
    for (const at of placesIn(normal, word)) {
      const tone = toneAt(normal, at);
      if (tone !== "supposed") yield { at, word, isSo: tone === "denied", isAnswer: false };
    }
}
