import { groupBy } from "../group-by";
import { extractCommand, parseJsonOrText, recordIn } from "../source/arguments";
import { stripLineNumber } from "../source/line-number";
import { shortenPlace } from "../source/source";
import { isShell, plainToolName } from "../source/tool-words";
import type { Recording } from "../trace/fold/recording";
import { readFullText } from "../trace/fold/recording";
import type { TurnIndex } from "../units";
import type { ResidencyIndex } from "../window/residency-index";
import type { FileAct } from "./file-acts";
import { fileActs } from "./file-acts";

export interface Overwrite {
  readonly path: string;
  readonly turn: TurnIndex;
  /** Indexes into `Session.blocks`: the block that showed the file before, and the call that wrote it. */
  readonly from: number;
  readonly by: number;
  readonly leftTurn: TurnIndex;
  readonly charsBefore: number;
  readonly charsAfter: number;
  /** Lines of the file that the new text lacks, the longest first. */
  readonly lost: readonly string[];
}

const LINES_MIN = 8;
const KEPT_SHARE_MAX = 0.5;
/**
 * The largest share of the old length that a new text may have. A text that is as long as the old one may be meant to take its
 * place.
 */
const LENGTH_SHARE_MAX = 0.8;
/** The number of arguments of a call that writes a file whole: a path and a text. A call that names more is an edit. */
const GIVEN_BY_WRITES = 2;

/**
 * Files that were written whole after their text had left the window, without most of what stood in them. An edit names what it
 * replaces and is none, and neither is a file that was read again. Yields `undefined` after each bounded piece of work.
 *
 *     turn 1   read a.ts: 30 lines      turn 3   its result leaves      turn 4   write a.ts: 8 of the lines   → 22 lines lost
 */
export function* findOverwrites(
  recording: Recording,
  standing: ResidencyIndex,
): Generator<Overwrite | undefined, void> {
  for (const acts of groupBy(yield* fileActs.inSteps(recording), ({ path }) => shortenPlace(path)).values()) {
    let newestText: { readonly block: number; readonly text: string } | null = null;
    for (const act of acts) {
      yield undefined;
      const text = act.writes ? readWrittenText(recording, act) : readText(recording, act.block);
      if (text === null) continue;
      const leftTurn =
        newestText === null || !act.writes ? null : findTurnLeft(standing, newestText.block, act.turn);
      if (newestText !== null && leftTurn !== null) {
        const lostLines = findLostLines(newestText.text, text);
        if (lostLines.length > 0)
          yield {
            path: act.path,
            turn: act.turn,
            from: newestText.block,
            by: act.block,
            leftTurn,
            charsBefore: newestText.text.length,
            charsAfter: text.length,
            lost: lostLines,
          };
      }
      newestText = { block: act.block, text };
    }
  }
}

/** The turn from which a block is not in the window; `null` where it never was or still stands. */
function findTurnLeft(standing: ResidencyIndex, block: number, turn: TurnIndex): TurnIndex | null {
  const stands = standing.findAt(block, turn);
  if (stands !== undefined && stands.mode !== "reference") return null;
  const last = standing
    .listResidencies(block)
    .findLast(({ from, mode }) => from < turn && mode !== "reference");
  return last?.to == null ? null : last.to + 1;
}

function findLostLines(before: string, after: string): string[] {
  if (after.length >= before.length * LENGTH_SHARE_MAX) return [];
  const old = splitNumberedLines(before);
  if (old.length < LINES_MIN) return [];
  const now = new Set(splitNumberedLines(after));
  const lostLines = old.filter((line) => !now.has(line));
  return old.length - lostLines.length < old.length * KEPT_SHARE_MAX
    ? lostLines.sort((a, b) => b.length - a.length)
    : [];
}

/** The lines of a text, without the numbers that tools write before them. */
function splitNumberedLines(text: string): string[] {
  return text.split("\n").flatMap((line) => stripLineNumber(line) || []);
}

function readText(recording: Recording, block: number): string | null {
  const facts = recording.session.blocks[block];
  return facts === undefined ? null : readFullText(recording, facts);
}

/** What a call writes as the whole of a file; `null` for an edit, and where that is not known. */
function readWrittenText(recording: Recording, { block }: FileAct): string | null {
  const args = readText(recording, block);
  const name = plainToolName(recording.session.blocks[block]?.toolName ?? null);
  if (args === null) return null;
  if (isShell(name)) return readHereText(extractCommand(args));
  const texts = Object.values(recordIn(parseJsonOrText(args)) ?? {}).filter(
    (argument) => typeof argument === "string",
  );
  const isWhole = texts.length === GIVEN_BY_WRITES && /^(?:write|create)/.test(name);
  return isWhole ? texts.reduce((a, b) => (b.length > a.length ? b : a)) : null;
}

const HERE = /^[^\n<]{0,400}<<-?\s{0,3}['"]?(\w{1,40})['"]?([^\n]{0,400})\n/;

/** The text that a shell puts into a file in place of what it had: `cat > a.ts <<'EOF'`. */
function readHereText(command: string): string | null {
  const [opening, end = "", tail = ""] = HERE.exec(command.trimStart()) ?? [];
  if (opening === undefined) return null;
  const first = `${opening.split("<<", 1)[0] ?? ""} ${tail}`;
  if (!/>/.test(first) || />>|\|/.test(first)) return null;
  const text = command.trimStart().slice(opening.length);
  const close = `\n${text}\n`.indexOf(`\n${end}\n`);
  return close < 0 ? null : text.slice(0, Math.max(0, close - 1));
}
