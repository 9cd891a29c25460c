import type { EpochMs } from "../units";
import type { NamedValue } from "./named-values";
import { readNamedValues } from "./named-values";
import { endOfDate } from "./dates";
import type { MemoryScope } from "./memory-scopes";
import { findScopes } from "./memory-scopes";
import { parseDuration } from "./durations";

export interface MemoryRecord {
  readonly scopes: readonly MemoryScope[];
  readonly confidence: number | null;
  readonly asOf: EpochMs | null;
  readonly expiresAt: EpochMs | null;
  readonly ttl: number | null;
  readonly source: string | null;
  readonly standing: "candidate" | "verified" | null;
}

const EXPIRES = new Set(
  (
    "expires expired expiredat expiredon invalidat invalidafter notvalidafter usebefore useby validity validityperiod daterange valid expiresat expireson expiresafter expiresuntil expiry expirydate expiryat expiration expirationdate validuntil " +
    "validtill validto validthrough gooduntil goodtill goodthrough notafter until ttluntil keepuntil goodbefore validbefore keptuntil bestbefore staleafter exp " +
    "forgetafter forgetat forgeton"
  ).split(" "),
);
const TTL: ReadonlyMap<string, number> = new Map([
  ...convertUnits(1, "ttlms ttlmillis maxagems ttlmilliseconds"),
  ...convertUnits(1_000, "ttl timetolive maxage lifetime validfor goodfor keepfor keptfor lastsfor"),
  ...convertUnits(1_000, "expiresin forgetafter forgetin expiresafter retention"),
  ...convertUnits(1_000, "ttlseconds ttlsecs ttlsec ttls maxageseconds expiresinseconds"),
  ...convertUnits(60_000, "ttlminutes ttlmins ttlmin"),
  ...convertUnits(3_600_000, "ttlhours ttlh expiresinhours"),
  ...convertUnits(86_400_000, "ttldays ttld maxagedays expiresindays validfordays retentiondays"),
]);

function convertUnits(ms: number, names: string): (readonly [string, number])[] {
  return names.split(" ").map((name) => [name, ms]);
}

const AS_OF = new Set(
  (
    "created createdat createdon learned learnedat learnedon recorded recordedat recordedon stored storedat storedon saved savedat savedon written writtenat " +
    "updated updatedat updatedon lastupdated lastverified lastverifiedat lastverifiedon verifiedat verifiedon observed observedat asof timestamp date added addedat"
  ).split(" "),
);
const CONFIDENCE = new Set(
  (
    "confidence confidencescore confidencelevel confidencevalue certainty certaintyscore certaintylevel conf reliability " +
    "probability likelihood trustscore trustlevel"
  ).split(" "),
);
const SOURCES = new Set([
  "source",
  "sources",
  "origin",
  "learnedfrom",
  "derivedfrom",
  "provenance",
  "sourceref",
  "sourcerefs",
]);
const STATUS = new Set([
  "status",
  "state",
  "stage",
  "standing",
  "review",
  "reviewstatus",
  "promotion",
  "promotionstatus",
  "verification",
  "verificationstatus",
  "approval",
  "approvalstatus",
]);
const REVIEW = /^(?:review|promotion|verification|approval)/;
const VERIFIED = new Set(["verified", "approved", "reviewed", "promoted", "confirmed"]);
const VERIFIED_BY = new Set(
  "verifiedby approvedby reviewedby promotedby confirmedby verificationby promotionby approvalby reviewby verifiedon approvedon verifiedat lastverifiedat lastverified approvedat reviewedat promotedat".split(
    " ",
  ),
);

export function parseMemoryRecord(text: string): MemoryRecord {
  const values = readNamedValues(text);
  const ownValues = values.filter(({ led }) => led === 0);
  const findFirst = (names: ReadonlySet<string>) =>
    ownValues.find(({ name }) => names.has(name))?.value ?? null;
  const confidence = findFirst(CONFIDENCE);
  const asOf = ownValues.flatMap(({ name, value }) => (AS_OF.has(name) ? (endOfDate(value) ?? []) : []));
  return {
    scopes: findScopes(values),
    confidence: confidence === null ? null : parseConfidence(confidence),
    asOf: asOf.length === 0 ? null : Math.max(...asOf),
    ...endOf(ownValues),
    source: findFirst(SOURCES),
    standing: readStanding(ownValues),
  };
}

/**
 * The time at which a memory expires: its date, or when its time to live has passed since it was learned. `since` is used if the
 * memory does not say when it was learned.
 */
export function computeExpiry({ expiresAt, ttl, asOf }: MemoryRecord, since: EpochMs | null): EpochMs | null {
  const from = asOf ?? since;
  const after = ttl === null || from === null ? null : from + ttl;
  if (expiresAt === null || after === null) return expiresAt ?? after;
  return Math.min(expiresAt, after);
}

function endOf(values: readonly NamedValue[]): Pick<MemoryRecord, "expiresAt" | "ttl"> {
  let expiresAt: EpochMs | null = null;
  let ttl: number | null = null;
  for (const { name, value } of values) {
    if (EXPIRES.has(name)) expiresAt ??= endOfDate(takeLastOfRange(value));
    const unit = TTL.get(name) ?? (EXPIRES.has(name) && expiresAt === null ? 1_000 : undefined);
    if (unit === undefined) continue;
    const isDuration = TTL.has(name)
      ? endOfDate(value) === null || /^\d+$/.test(value)
      : /[a-z]/i.test(value);
    const length = isDuration && !/^-/.test(value) ? parseDuration(value, unit) : null;
    if (length !== null && length > 0) ttl ??= length;
  }
  return { expiresAt, ttl };
}

const RANGE_CHARS_MAX = 110;

function takeLastOfRange(value: string): string {
  const [, last] =
    /\d{4}.{0,30}?(?:\s(?:to|until|till|through|thru|and)\s|\s?(?:\.{2,3}|–|—|->|→|\/(?=\d{4}))\s?|\s-\s)(.{0,20}\d{4}.{0,40})$/i.exec(
      value.slice(-RANGE_CHARS_MAX),
    ) ?? [];
  return last ?? value;
}

const WORDS: readonly (readonly [RegExp, number])[] = [
  [/^(?:not|isn'?t) (?:very |so |too )?low\b/i, NaN],
  [/^(?:not|isn'?t) (?:very |so |too )?(?:high|certain|sure|strong|verified|confirmed)\b/i, 0.3],
  [
    /^(?:(?:very|quite|rather|extremely) )?low\b|\b(?:unverified|guess|guessed|speculative|tentative|uncertain|unsure|unlikely|weak|shaky|dubious|doubtful|questionable|rumou?r)\b/i,
    0.2,
  ],
  [/^(?:medium|moderate|mid|partial|fair)\b/i, 0.5],
  [/^(?:very )?high\b|\b(?:certain|verified|confirmed|strong)\b/i, 0.9],
];

/** The confidence from 0 to 1; `null` if the text gives no scale that can be told. */
function parseConfidence(writtenNumber: string): number | null {
  const value = writtenNumber.replace(/^(\d),(\d)/, "$1.$2");
  const percent = /^(\d{1,3}(?:\.\d{1,6})?)\s?(?:%|percent\b|pct\b)/i.exec(value);
  if (percent !== null) return Number(percent[1]) / 100;
  const of = /^(\d{1,3}(?:\.\d{1,6})?)\s?(?:\/|(?:out )?of)\s?(\d{1,3})/.exec(value);
  if (of !== null && Number(of[2]) > 0) return Number(of[1]) / Number(of[2]);
  const stars = /^[★⭐●]{1,10}(?=[☆○]|$)[☆○]{0,10}/u.exec(value)?.[0];
  if (stars !== undefined)
    return [...stars].filter((star) => !/[☆○]/.test(star)).length / Math.max(5, [...stars].length);
  const number = /^(\d?\.\d{1,9}|\d{1,3})(?!\w)/.exec(value);
  if (number !== null) {
    const value = Number(number[1]);
    return value <= 1 ? value : value > 10 && value <= 100 ? value / 100 : null;
  }
  const word = WORDS.find(([pattern]) => pattern.test(value))?.[1] ?? NaN;
  return Number.isNaN(word) ? null : word;
}

const CANDIDATE =
  /\b(?:candidate|proposed|pending|unverified|unreviewed|draft|unconfirmed|awaiting|requested|in review|under review|(?:needs|awaits|to be) (?:a )?(?:review\w*|approv\w*|verif\w*|confirm\w*)|not (?:yet )?(?:been )?(?:verified|reviewed|approved|confirmed|promoted))\b/i;
const ACCEPTED = /\b(?:verified|approved|promoted|accepted|reviewed|confirmed)\b/i;
const PASSED = /^(?:passed|done|complete|completed|ok|okay|yes|true)\b/i;
const NO = /^(?:false|no|not\b.*|never|0)$/i;
const NOBODY =
  /^(?:false|no|none|null|nil|nobody|no one|no-one|n\/a|na|unknown|undefined|tbd|todo|pending|never|0|[-–—?]+)$/i;

function readStanding(values: readonly NamedValue[]): MemoryRecord["standing"] {
  let standing: MemoryRecord["standing"] = null;
  for (const { name, value } of values) {
    if (VERIFIED.has(name) && NO.test(value)) return "candidate";
    if (STATUS.has(name) && CANDIDATE.test(value)) return "candidate";
    if (name === "candidate" && /^(?:true|yes|1)$/i.test(value)) return "candidate";
    const says = (VERIFIED.has(name) || VERIFIED_BY.has(name)) && !NOBODY.test(value);
    const passed = REVIEW.test(name) && PASSED.test(value);
    if (says || (STATUS.has(name) && (passed || ACCEPTED.test(value)))) standing = "verified";
  }
  return standing;
}
