import { isToldFailed } from "../../proof/failed";
import { pairCalls } from "../../window/call-pairs";
import { quoteAround, makeNeedles } from "../search/needle";
import { readFullText } from "../../trace/fold/recording";
import type { Recording } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import { writeWhyAnswer } from "./answer";
import type { Judged } from "./candidates";
import { judgeId, judgeText } from "./candidates";
import { makeNeverSeen, judgeModelText } from "./model-text";
import type { TextPlaces } from "./places";
import { findTextPlaces, placeWords } from "./places";
import type { Scene } from "./scene";
import { buildScene } from "./scene";
import { lookForText, lookForUse } from "./use";
import type { SubjectOutcome, Quote, UseProof, Why } from "./verdict";
import type { Needle } from "../search/needle";
import { isKnownBefore } from "../../trace/lookup";
import type { SourceKind } from "../../vocabulary";

const RESULT_KINDS: ReadonlySet<SourceKind> = new Set(["tool_result", "retrieval", "attachment"]);

const OTHERS_MAX = 20;

const OWN_WORDS_MAX = 5;

/** Why the model did not use a block in a turn; `null` if the turn or the id does not exist. */
export function explainBlock(recording: Recording, turn: TurnIndex, blockId: string): Why | null {
  const scene = buildScene(recording, turn);
  const judged = scene === null ? null : judgeId(scene, blockId);
  if (scene === null || judged === null) return null;
  return conclude(scene, { blockId, text: null }, judged, {
    matches: 1,
    others: [],
    own: [],
    level: null,
    places: null,
  });
}

/** Why the model did not use a text in a turn, in whichever block it is. `null` if the turn does not exist. */
export function explainText(recording: Recording, turn: TurnIndex, text: string): Why | null {
  const scene = buildScene(recording, turn);
  if (scene === null) return null;
  const { needle, matches, sources, own } = judgeText(scene, text);
  const [chosen, ...otherSources] = sources;
  const level = needle?.level ?? null;
  const question = { blockId: null, text };
  const places = findTextPlaces(scene, [...sources, ...own]);
  // What a result brings only later may have been said before.
  const isLater = chosen?.outcome.verdict === "came_later";
  const saidBefore = isLater && own.some(({ outcome }) => outcome.verdict !== "came_later");
  if (chosen !== undefined && !saidBefore)
    return conclude(scene, question, chosen, { matches, others: otherSources, own, level, places });
  const [words, ...rest] = judgeModelText(scene, own);
  return conclude(scene, question, words ?? null, {
    matches,
    others: [...rest, ...sources],
    own,
    level,
    places,
  });
}

interface Around {
  readonly matches: number;
  readonly others: readonly Judged[];
  readonly own: readonly Judged[];
  readonly level: Why["level"];
  readonly places: TextPlaces | null;
}

function conclude(scene: Scene, question: Why["question"], judged: Judged | null, around: Around): Why {
  const { outcome, use } = addUse(scene, judged);
  const isThere = outcome.verdict.startsWith("in_window");
  const why: Omit<Why, "answer"> = {
    turn: scene.turn,
    question,
    outcome,
    subject: judged?.candidate ?? null,
    level: around.level,
    use,
    ownWords: isThere ? [] : quoteOwnWords(scene, around.own),
    recalledBy: isThere || judged === null ? null : findRecall(scene, judged),
    others: around.others
      .slice(0, OTHERS_MAX)
      .map(({ candidate, outcome: { verdict, turn } }) => ({ candidate, verdict, turn })),
    matches: around.matches,
    caveats: listCaveats(scene, around.level),
  };
  const places = around.places === null ? [] : [placeWords(scene, around.places)];
  return { ...why, answer: [writeWhyAnswer(scene, why, judged?.own ?? false), ...places].join(" ") };
}

function addUse(scene: Scene, judged: Judged | null): { outcome: SubjectOutcome; use: UseProof | null } {
  if (judged === null) return { outcome: makeNeverSeen(scene), use: null };
  const { outcome, candidate, subject } = judged;
  if (outcome.verdict === "summarised" && outcome.layer === "model") {
    const use = lookForText(scene, subject.needle);
    return { outcome: use.found === false ? outcome : { ...outcome, layer: null }, use };
  }
  if (outcome.verdict !== "in_window" || candidate.block === null) return { outcome, use: null };
  const use = lookForUse(scene, candidate.block, candidate.foundIn === "content" ? subject.needle : null);
  if (use.found === null) return { outcome, use };
  if (use.found) return { outcome: { ...outcome, verdict: "in_window_used" }, use };
  const failed = isToldFailed(scene.recording, pairCalls(scene.recording.session), candidate.block);
  return { outcome: { ...outcome, verdict: "in_window_unused", layer: failed ? "tool" : "model" }, use };
}

function quoteOwnWords(scene: Scene, ownWords: readonly Judged[]): Quote[] {
  return ownWords
    .filter(({ outcome }) => outcome.verdict === "in_window")
    .slice(-OWN_WORDS_MAX)
    .map(({ candidate, subject }) => {
      const block = candidate.block === null ? undefined : scene.recording.session.blocks[candidate.block];
      const text = block === undefined ? null : readFullText(scene.recording, block);
      const span = text === null ? null : (subject.needle?.find(text) ?? null);
      return {
        blockId: candidate.sourceId,
        turn: block?.createdTurn ?? null,
        text: text === null || span === null ? (candidate.quote ?? "") : quoteAround(text, span),
      };
    });
}

function listCaveats({ lookup, turn, windowKnown }: Scene, level: Why["level"]): string[] {
  const row = lookup.turnAt.get(turn);
  const caveats: string[] = [];
  if (!windowKnown) caveats.push("The source does not say what stood in this window.");
  if (row?.windowProvenance === "inferred")
    caveats.push("This window was rebuilt by the harness's rule; the source does not store it.");
  if (row?.completeness === "client_truncated")
    caveats.push("The client cut this capture off: what is missing here may have been in the window.");
  if (level === "loose")
    caveats.push(
      "Found with another case, other white space or another writing of the number than asked for.",
    );
  if (level === "words")
    caveats.push("The text is nowhere as it was asked for; these places hold all of its words.");
  return caveats;
}

/**
 * The newest result before the turn that named the thing, such as a search that listed it or a log. It separates "never
 * recalled" from "recalled and left out".
 */
function findRecall(scene: Scene, { candidate, subject }: Judged): Quote | null {
  const { blocks } = scene.recording.session;
  const block = candidate.block === null ? undefined : blocks[candidate.block];
  const names = [block?.label, block?.origin?.path, block?.origin?.url].filter((name) => name != null);
  const needles: Needle[] = names.flatMap((name) => makeNeedles(name).slice(0, 1));
  if (subject.needle !== null) needles.push(subject.needle);
  if (needles.length === 0) return null;
  for (let i = blocks.length - 1; i >= 0; i--) {
    const result = blocks[i];
    if (result === undefined || i === candidate.block || !RESULT_KINDS.has(result.kind)) continue;
    if (!isKnownBefore(scene.lookup, i, scene.turn)) continue;
    const text = readFullText(scene.recording, result);
    const span = text === null ? null : findFirstSpan(needles, text);
    if (text === null || span === null) continue;
    const turn = scene.lookup.residencies.get(i)?.[0]?.from ?? result.createdTurn;
    return { blockId: result.id, turn, text: quoteAround(text, span) };
  }
  return null;
}

function findFirstSpan(needles: readonly Needle[], text: string) {
  for (const needle of needles) {
    const span = needle.find(text);
    if (span !== null) return span;
  }
  return null;
}
