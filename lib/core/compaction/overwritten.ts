import { fileActs } from "../evidence/file-acts";
import { groupBy } from "../group-by";
import { jsonOrText, recordIn } from "../source/arguments";
import { shortestPlace } from "../source/source";
import type { Recording } from "../trace/fold/recording";
import { fullText } from "../trace/fold/recording";
import type { TurnIndex } from "../units";
import { Standing } from "../window/standing";

export interface Overwritten {
  readonly path: string;
  readonly turn: TurnIndex;
  /** Indexes into `Session.blocks`: what showed the file before, and the call that wrote it. */
  readonly from: number;
  readonly by: number;
  readonly leftTurn: TurnIndex;
}

const LINES_MIN = 8;
const KEPT_SHARE_MAX = 0.5;
const LINE_NUMBER = /^\s{0,8}\d{1,7}[\t→|:]\s?/;

/**
 * Files that were written whole after their text had left the window, without most of what stood in them. Nothing read the file
 * in between.
 */
export function* listOverwritten(recording: Recording): Generator<Overwritten> {
  const { session } = recording;
  const standing = new Standing(session);
  for (const acts of groupBy(fileActs(recording), ({ path }) => shortestPlace(path)).values())
    for (const [n, act] of acts.entries()) {
      const before = acts[n - 1];
      if (before === undefined || !act.writes) continue;
      const gone = standing.of(before.block).findLast(({ from }) => from < act.turn);
      const leftTurn = gone?.to == null ? null : gone.to + 1;
      if (leftTurn === null || leftTurn > act.turn) continue;
      const written = writtenBy(recording, act.block);
      const known = before.writes ? writtenBy(recording, before.block) : textOf(recording, before.block);
      if (written === null || known === null || !lacksMost(known, written)) continue;
      yield { path: act.path, turn: act.turn, from: before.block, by: act.block, leftTurn };
    }
}

function lacksMost(before: string, after: string): boolean {
  const old = linesOf(before);
  if (old.length < LINES_MIN) return false;
  const now = new Set(linesOf(after));
  return old.filter((line) => now.has(line)).length < old.length * KEPT_SHARE_MAX;
}

function linesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => line.replace(LINE_NUMBER, "").trim() || []);
}

function textOf(recording: Recording, block: number): string | null {
  const facts = recording.session.blocks[block];
  return facts === undefined ? null : fullText(recording, facts);
}

/** The whole text that a call writes: the one long argument beside the path; `null` for an edit of a part. */
function writtenBy(recording: Recording, block: number): string | null {
  const fields = recordIn(jsonOrText(textOf(recording, block) ?? ""));
  if (fields === null) return null;
  const texts = Object.values(fields).filter((value): value is string => typeof value === "string");
  const [content, ...others] = texts.filter((text) => text.includes("\n"));
  return content === undefined || others.length > 0 || isPatch(content) || texts.length > 2 ? null : content;
}

function isPatch(text: string): boolean {
  return /^(?:\*\*\* Begin Patch|diff --git |--- |@@ )/m.test(text);
}
