import { makeNeedles, quoteAround } from "../search/needle";
import type { Needle } from "../search/needle";
import type { BlockHit } from "../search/search-blocks";
import { searchBlocks } from "../search/search-blocks";
import { isKnownBefore } from "../../trace/lookup";
import type { SourceKind } from "../../vocabulary";
import { SUMMARY_KINDS } from "../../vocabulary";
import type { AskedSubject } from "./subject-outcome";
import { decideOutcome } from "./subject-outcome";
import type { Scene } from "./scene";
import type { Candidate, SubjectOutcome, Verdict } from "./verdict";

const OWN_KINDS: ReadonlySet<SourceKind> = new Set(["assistant_text", "thinking", "tool_call"]);

/** How many matches are judged, those nearest to the window first. The answer states how many there were. */
const JUDGED_MAX = 500;

export interface Judged {
  readonly candidate: Candidate;
  readonly subject: AskedSubject;
  readonly outcome: SubjectOutcome;
  /** Whether the searched text is the candidate's name, not only mentioned in it. */
  readonly named: boolean;
  readonly own: boolean;
}

export interface Judgement {
  readonly needle: Needle | null;
  readonly matches: number;
  readonly sources: readonly Judged[];
  readonly own: readonly Judged[];
}

export function judgeText(scene: Scene, text: string): Judgement {
  const search = searchBlocks(scene.recording, text);
  const items = findLedgerItems(scene, text);
  const needle = search?.needle ?? items?.needle ?? null;
  if (needle === null) return { needle: null, matches: 0, sources: [], own: [] };
  const judged = [
    ...selectNearest(scene, search?.hits ?? []).map((hit) => judgeHit(scene, hit, needle)),
    ...(items?.candidates ?? []).map((candidate) => judgeItem(scene, candidate, needle)),
  ];
  const sources = judged
    .filter(({ own }) => !own)
    .sort((a, b) => rank(scene, a) - rank(scene, b) || compareByNewest(a, b));
  const ownCandidates = judged.filter((candidate) => candidate.own);
  return {
    needle,
    matches: (search?.hits.length ?? 0) + (items?.candidates.length ?? 0),
    sources,
    own: ownCandidates,
  };
}

/**
 * Selects among too many matches: those known at the turn. Blocks in its window come first, then blocks that the text names, then
 * the newest.
 */
function selectNearest(scene: Scene, hits: readonly BlockHit[]): readonly BlockHit[] {
  if (hits.length <= JUDGED_MAX) return hits;
  const knownHits = hits.filter(({ block }) => isKnownBefore(scene.lookup, block, scene.turn));
  if (knownHits.length === 0) return hits.slice(0, JUDGED_MAX);
  const weighHit = ({ block, names }: BlockHit) => (scene.positionOf.has(block) ? 2 : names ? 1 : 0);
  return knownHits.toSorted((a, b) => weighHit(a) - weighHit(b)).slice(-JUDGED_MAX);
}

/** Judges one block, or one item that only ledgers name; `null` if neither has the id. */
export function judgeId(scene: Scene, sourceId: string): Judged | null {
  const block = scene.lookup.blockOf.get(sourceId) ?? null;
  if (block === null && !collectLedgered(scene).has(sourceId)) return null;
  const candidate: Candidate = {
    sourceId,
    block,
    foundIn: block === null ? "ledger" : null,
    quote: scene.exclusions.get(sourceId)?.text ?? null,
  };
  const subject: AskedSubject = { sourceId, block, shows: () => true, needle: null };
  return { candidate, subject, outcome: decideOutcome(scene, subject), named: true, own: false };
}

function judgeHit(scene: Scene, hit: BlockHit, needle: Needle): Judged {
  const block = scene.recording.session.blocks[hit.block];
  const sourceId = block?.id ?? "";
  const subject: AskedSubject = {
    sourceId,
    block: hit.block,
    shows: (residency) => hit.names || hit.foundIn === "id" || hit.versions.has(residency.version),
    needle,
  };
  const candidate: Candidate = { sourceId, block: hit.block, foundIn: hit.foundIn, quote: hit.quote };
  const isOwn = OWN_KINDS.has(block?.kind ?? "other");
  return { candidate, subject, outcome: decideOutcome(scene, subject), named: hit.names, own: isOwn };
}

function judgeItem(scene: Scene, candidate: Candidate, needle: Needle): Judged {
  const subject: AskedSubject = { sourceId: candidate.sourceId, block: null, shows: () => false, needle };
  return { candidate, subject, outcome: decideOutcome(scene, subject), named: true, own: false };
}

/** What ledgers name, whether or not a block of it was recorded. */
function collectLedgered({ exclusions, compactions, inclusions }: Scene): ReadonlySet<string> {
  return new Set([...exclusions.keys(), ...compactions.keys(), ...inclusions.keys()]);
}

function findLedgerItems(scene: Scene, text: string): { needle: Needle; candidates: Candidate[] } | null {
  for (const needle of makeNeedles(text)) {
    const candidates = [...collectLedgered(scene)].flatMap((sourceId): Candidate[] => {
      if (scene.lookup.blockOf.has(sourceId)) return [];
      const text = scene.exclusions.get(sourceId)?.text ?? null;
      const place = [text, sourceId].find((part) => part !== null && needle.find(part) !== null) ?? null;
      const span = place === null ? null : needle.find(place);
      if (place === null || span === null) return [];
      return [{ sourceId, block: null, foundIn: "ledger", quote: quoteAround(place, span) }];
    });
    if (candidates.length > 0) return { needle, candidates };
  }
  return null;
}

const RANK: Record<Verdict, number> = {
  in_window: 0,
  in_window_used: 0,
  in_window_unused: 0,
  cut_by_budget: 3,
  ranked_out: 3,
  excluded: 3,
  not_in_excerpt: 4,
  summarised: 5,
  evicted: 5,
  never_entered: 6,
  window_unknown: 6,
  came_later: 7,
  never_in_session: 8,
};

/**
 * How near a candidate came to the window: lower is nearer. A thing that the text names ranks before a thing that
 * mentions the text. A summary ranks behind the thing it replaced, and before things that are gone.
 */
function rank(scene: Scene, { outcome, candidate, named }: Judged): number {
  const base = named ? 0 : 0.5;
  if (outcome.verdict === "summarised" && outcome.summary?.says === true && outcome.summary.standing)
    return 1 + base;
  const kind = candidate.block === null ? null : scene.recording.session.blocks[candidate.block]?.kind;
  if (outcome.verdict === "in_window" && kind != null && SUMMARY_KINDS.has(kind)) return 2 + base;
  if (outcome.verdict === "in_window" && !named) return 1;
  return named && RANK[outcome.verdict] === 3 && outcome.turn === scene.turn
    ? 0.5
    : RANK[outcome.verdict] + base;
}

function compareByNewest(a: Judged, b: Judged): number {
  return b.outcome.turn - a.outcome.turn;
}
