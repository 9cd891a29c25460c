import type { FileAct } from "../../evidence/file-acts";
import { isFailedResult } from "../../evidence/failure";
import { fileActs, findTouched } from "../../evidence/file-acts";
import { formatDigits } from "../../digits";
import { addToGroup, groupBy } from "../../group-by";
import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { listTextsIn, parseJsonOrText } from "../../source/arguments";
import { shortenPlace } from "../../source/source";
import type { InSteps } from "../../steps";
import { readTextOfBlock } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import { pairCalls } from "../../window/call-pairs";
import type { Case, FindingInput } from "../rule/rule";
import { countFullTokens } from "../rule/session-index";
import { BLOCKS_NAMED_MAX } from "./by-cause";
import { messagesOf } from "./messages";
import { nameTurnsOf } from "./name-turns";
import { readOwnLines } from "./own-lines";
import { LINES_MIN } from "./shared-parts";

/** Who looks at one or two files that it wrote checks something. */
const FILES_MIN = 3;
const SHARE_MIN = 0.9;
const COSTLY_TOKENS = 2_000;
const NAMED_MAX = 3;
const PART_CHARS_MAX = 200;
const PART_CHARS_MIN = 12;

interface ReadBack {
  readonly place: string;
  readonly write: number;
  readonly writtenAt: TurnIndex;
  readonly result: number;
  readonly turn: TurnIndex;
  readonly tokens: number;
  /** A part of a line that the call writes and the reading gives. */
  readonly part: string;
}

/**
 * Files that were read as they had just been written, while the calls that wrote them stood in the window: nothing came that did not
 * stand there. Of one or two files that is a check. What is asked for between is no waste, nor is a file that came otherwise than it
 * was written, or whose text had left, and a look at a file after its change was refused.
 *
 *     turn 3  write a.ts "…40 lines…"   write b.ts "…"       turn 9  read a.ts   read b.ts      → the same lines
 */
export function* findReadBack(input: FindingInput): Generator<Case | undefined> {
  const all = yield* listReadBack(input);
  if (countPlaces(all) < FILES_MIN) return;
  const refused = yield* listRefusedWrites(input, new Set(all.map(({ place }) => place)));
  const found = all.filter(
    ({ place, writtenAt, turn }) => refused.get(place)?.some((at) => at >= writtenAt && at <= turn) !== true,
  );
  const said = messagesOf(input);
  yield* said.prepareInSteps(new Set(found.map(({ place }) => place)));
  const meant = found.filter(({ place, writtenAt, turn }) => !said.isAskedBetween(writtenAt, turn, place));
  if (countPlaces(meant) >= FILES_MIN) yield buildCase(input, meant);
}

function countPlaces(found: readonly ReadBack[]): number {
  return new Set(found.map(({ place }) => place)).size;
}

function* listReadBack(input: FindingInput): InSteps<ReadBack[]> {
  const acts = yield* fileActs.inSteps(input.recording);
  const found: ReadBack[] = [];
  for (const [place, own] of groupBy(acts, ({ path }) => shortenPlace(path)))
    for (const [i, act] of own.entries()) {
      const before = own[i - 1];
      if (act.writes || before?.writes !== true || before.turn >= act.turn) continue;
      yield;
      const part = findWrittenPart(input, before, act);
      const block = input.session.blocks[act.block];
      if (part === null || block === undefined) continue;
      found.push({
        ...{ place, part, write: before.block, writtenAt: before.turn, result: act.block, turn: act.turn },
        tokens: countFullTokens(block) ?? 0,
      });
    }
  return found.sort((a, b) => a.turn - b.turn);
}

/** The turns in which a file was to be changed and was not, which is a reason to look at it. */
function* listRefusedWrites(
  { session, recording }: FindingInput,
  places: ReadonlySet<string>,
): InSteps<ReadonlyMap<string, readonly TurnIndex[]>> {
  const refused = new Map<string, TurnIndex[]>();
  for (const [call, result] of pairCalls(session).resultOf) {
    yield;
    const block = session.blocks[call];
    if (block === undefined || !isFailedResult(recording, result)) continue;
    const { paths, writes } = findTouched(block, readTextOfBlock(recording, call));
    for (const path of writes ? paths : [])
      if (places.has(shortenPlace(path))) addToGroup(refused, shortenPlace(path), block.createdTurn ?? 0);
  }
  return refused;
}

/** The longest part of a line of a file that was read as it had been written; `null` where it was not, or no longer stood there. */
function findWrittenPart({ session, recording, index }: FindingInput, write: FileAct, read: FileAct) {
  if (index.standing.findAt(write.block, read.turn)?.mode !== "full") return null;
  const came = readOwnLines({ session, recording }).of(read.block);
  if (came.size < LINES_MIN) return null;
  const texts = listTextsIn(parseJsonOrText(readTextOfBlock(recording, write.block)));
  const written = new Set(texts.flatMap((text) => text.split("\n").map((line) => line.trim())));
  const shared = [...came].filter((line) => written.has(line));
  if (shared.length < came.size * SHARE_MIN) return null;
  const plain = shared
    .map(cutFirstWord)
    .filter((part) => part.length <= PART_CHARS_MAX && !/["\\\t]/.test(part));
  const part = plain.reduce((longest, one) => (one.length > longest.length ? one : longest), "");
  return part.length < PART_CHARS_MIN ? null : part;
}

/** In the text of a call a sign that is written for the end of a line may stand before the first word. */
function cutFirstWord(line: string): string {
  return line.replace(/^\S+\s*/, "");
}

function buildCase(input: FindingInput, own: readonly ReadBack[]): Case {
  const getBlockId = (no: number | undefined) => input.session.blocks[no ?? -1]?.id ?? "";
  const tokens = own.reduce((sum, one) => sum + one.tokens, 0);
  const places = [...new Set(own.map(({ place }) => place))];
  const turns = [...new Set(own.map(({ turn }) => turn))];
  const [from, to] = [turns[0] ?? 0, turns.at(-1) ?? 0];
  return {
    severity: tokens >= COSTLY_TOKENS ? "warning" : "note",
    from,
    to,
    blocks: own
      .flatMap(({ write, result }) => [write, result])
      .slice(0, BLOCKS_NAMED_MAX)
      .map(getBlockId),
    numbers: { times: own.length, tokens },
    sentence:
      `${formatDigits(places.length)} files were read back as they had been written while what was written stood in the window, ${nameTurnsOf(turns)}: ` +
      `${places.slice(0, NAMED_MAX).join(", ")}${places.length > NAMED_MAX ? " and others" : ""} (${formatDigits(tokens)} tokens).`,
    proof: { view: "turn", turn: from, block: getBlockId(own[0]?.result) },
    claims: own
      .flatMap(({ write, writtenAt, result, turn, part }): Claim[] => {
        const [shown] = input.index.listResidencies(result);
        return [
          { is: "stands", block: getBlockId(write), turn, mode: "full" },
          { is: "used", value: part, turn: writtenAt, block: getBlockId(write) },
          ...(shown === undefined
            ? []
            : [{ is: "present", value: part, turn: shown.from, block: getBlockId(result) } satisfies Claim]),
        ];
      })
      .slice(0, CLAIMS_MAX),
  };
}
