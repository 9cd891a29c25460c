import type { EpochMs } from "../units";
import type { NamedValue } from "./named-values";
import { namedValues } from "./named-values";
import { durationIn, endOfDate } from "./times";

/** What a memory is about: a kind of thing, and its name. `name` is `null` if the text gives only the kind. */
export interface MemoryScope {
  readonly kind: string;
  readonly name: string | null;
}

/** What a memory says about itself. A field is `null`, or empty, if the text does not state it. */
export interface MemoryRecord {
  readonly scopes: readonly MemoryScope[];
  readonly confidence: number | null;
  readonly asOf: EpochMs | null;
  readonly expiresAt: EpochMs | null;
  /** How long it is valid after it was learned, in milliseconds. */
  readonly ttl: number | null;
  readonly source: string | null;
  readonly standing: "candidate" | "verified" | null;
}

const SCOPE_KINDS: Readonly<Record<string, string>> = {
  project: "project",
  projectid: "project",
  repository: "repository",
  repo: "repository",
  workspace: "workspace",
  user: "user",
  userid: "user",
  tenant: "tenant",
  team: "team",
  organization: "organization",
  org: "organization",
  branch: "branch",
  package: "package",
  directory: "directory",
  dir: "directory",
  path: "directory",
};
const SCOPE = new Set(["scope", "scopes", "appliesto", "validin", "namespace"]);
const EXPIRES = new Set(
  (
    "expires expiresat expireson expiresafter expiresuntil expiry expirydate expiryat expiration expirationdate validuntil " +
    "validtill validto validthrough gooduntil goodtill goodthrough notafter until ttluntil keepuntil keptuntil bestbefore staleafter exp " +
    "forgetafter forgetat forgeton"
  ).split(" "),
);
/** Names for a duration, each with the unit of a bare number in milliseconds. */
const TTL: ReadonlyMap<string, number> = new Map([
  ...inUnits(1, "ttlms ttlmillis maxagems ttlmilliseconds"),
  ...inUnits(1_000, "ttl timetolive maxage lifetime validfor goodfor keepfor keptfor lastsfor"),
  ...inUnits(1_000, "expiresin forgetafter forgetin expiresafter retention"),
  ...inUnits(1_000, "ttlseconds ttlsecs ttlsec ttls maxageseconds expiresinseconds"),
  ...inUnits(60_000, "ttlminutes ttlmins ttlmin"),
  ...inUnits(3_600_000, "ttlhours ttlh expiresinhours"),
  ...inUnits(86_400_000, "ttldays ttld maxagedays expiresindays validfordays retentiondays"),
]);

function inUnits(ms: number, names: string): (readonly [string, number])[] {
  return names.split(" ").map((name) => [name, ms]);
}

const AS_OF = new Set(
  (
    "created createdat createdon learned learnedat learnedon recorded recordedat recordedon stored storedat storedon saved savedat savedon written writtenat " +
    "updated updatedat updatedon lastupdated lastverified lastverifiedat lastverifiedon verifiedat verifiedon observed observedat asof timestamp date added addedat"
  ).split(" "),
);
const CONFIDENCE = new Set(["confidence", "confidencescore", "certainty", "conf", "reliability"]);
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
const STATUS = new Set(["status", "state", "stage", "standing", "review", "reviewstatus", "promotion"]);
const VERIFIED = new Set(["verified", "approved", "reviewed", "promoted"]);
const VERIFIED_BY = new Set(
  "verifiedby approvedby reviewedby promotedby confirmedby verifiedat lastverifiedat lastverified approvedat reviewedat promotedat".split(
    " ",
  ),
);

export function memoryRecord(text: string): MemoryRecord {
  const values = namedValues(text);
  const first = (names: ReadonlySet<string>) => values.find(({ name }) => names.has(name))?.value ?? null;
  const confidence = first(CONFIDENCE);
  const asOf = values.flatMap(({ name, value }) => (AS_OF.has(name) ? (endOfDate(value) ?? []) : []));
  return {
    scopes: scopesOf(values),
    confidence: confidence === null ? null : confidenceIn(confidence),
    asOf: asOf.length === 0 ? null : Math.max(...asOf),
    ...endOf(values),
    source: first(SOURCES),
    standing: standingOf(values),
  };
}

/**
 * When a memory expires: at its date, or when its time to live has passed since it was learned. `since` is used if the
 * memory does not say when it was learned.
 */
export function expiryOf({ expiresAt, ttl, asOf }: MemoryRecord, since: EpochMs | null): EpochMs | null {
  const from = asOf ?? since;
  const after = ttl === null || from === null ? null : from + ttl;
  if (expiresAt === null || after === null) return expiresAt ?? after;
  return Math.min(expiresAt, after);
}

function endOf(values: readonly NamedValue[]): Pick<MemoryRecord, "expiresAt" | "ttl"> {
  let expiresAt: EpochMs | null = null;
  let ttl: number | null = null;
  for (const { name, value } of values) {
    if (EXPIRES.has(name)) expiresAt ??= endOfDate(value);
    const unit = TTL.get(name) ?? (EXPIRES.has(name) && expiresAt === null ? 1_000 : undefined);
    if (
      unit !== undefined &&
      (TTL.has(name) ? endOfDate(value) === null || /^\d+$/.test(value) : /[a-z]/i.test(value))
    )
      ttl ??= durationIn(value, unit);
  }
  return { expiresAt, ttl };
}

function scopesOf(values: readonly NamedValue[]): MemoryScope[] {
  return values.flatMap(({ name, value }): MemoryScope[] => {
    const kind = SCOPE_KINDS[name];
    if (kind !== undefined) return [{ kind, name: value }];
    if (!SCOPE.has(name)) return [];
    const [, word = value, , rest] = /^([A-Za-z]+)(\s{0,2}[:=/]\s{0,2}(.{1,80}))?$/.exec(value) ?? [];
    const known = SCOPE_KINDS[word.toLowerCase()];
    if (known !== undefined) return [{ kind: known, name: rest ?? null }];
    return [{ kind: /^(?:global|all|any|everywhere|\*)$/i.test(value) ? "global" : "scope", name: value }];
  });
}

const WORDS: readonly (readonly [RegExp, number])[] = [
  [/^(?:very )?low\b|\b(?:unverified|guess|guessed|speculative|tentative|uncertain|weak|rumou?r)\b/i, 0.2],
  [/^(?:medium|moderate|mid|partial|fair)\b/i, 0.5],
  [/^(?:very )?high\b|\b(?:certain|verified|confirmed|strong)\b/i, 0.9],
];

function confidenceIn(value: string): number | null {
  const percent = /^(\d{1,3}(?:\.\d{1,6})?)\s?%/.exec(value);
  if (percent !== null) return Number(percent[1]) / 100;
  const of = /^(\d{1,3}(?:\.\d{1,6})?)\s?(?:\/|out of)\s?(\d{1,3})/.exec(value);
  if (of !== null && Number(of[2]) > 0) return Number(of[1]) / Number(of[2]);
  const number = /^(\d?\.\d{1,9}|\d{1,3})(?!\w)/.exec(value);
  if (number !== null) {
    const given = Number(number[1]);
    return given <= 1 ? given : given <= 100 ? given / 100 : null;
  }
  return WORDS.find(([pattern]) => pattern.test(value))?.[1] ?? null;
}

const CANDIDATE =
  /\b(?:candidate|proposed|pending|unverified|unreviewed|draft|unconfirmed|not (?:verified|reviewed|approved))\b/i;
const ACCEPTED = /\b(?:verified|approved|promoted|accepted|reviewed|confirmed)\b/i;
const NO = /^(?:false|no|never|none|null|0)$/i;

function standingOf(values: readonly NamedValue[]): MemoryRecord["standing"] {
  let standing: MemoryRecord["standing"] = null;
  for (const { name, value } of values) {
    if (VERIFIED.has(name) && NO.test(value)) return "candidate";
    if (STATUS.has(name) && CANDIDATE.test(value)) return "candidate";
    const says = (VERIFIED.has(name) || VERIFIED_BY.has(name)) && !NO.test(value);
    if (says || (STATUS.has(name) && ACCEPTED.test(value))) standing = "verified";
  }
  return standing;
}
