import { digits } from "../../digits";
import { groupBy } from "../../group-by";
import type { Claim } from "../../proof/claim";
import { jsonOrText, recordIn } from "../../source/arguments";
import { plainToolName } from "../../source/tool-words";
import { fullText } from "../../trace/fold/recording";
import { findingKind } from "../kinds";
import type { FileAct } from "../../evidence/file-acts";
import { fileActs } from "../../evidence/file-acts";
import type { FindingInput, FindingRule } from "../rule/rule";
import { startOf } from "../rule/start-of";

/** A file of fewer characters is written from memory. */
const CHARS_MIN = 200;
const SHARE_MAX = 0.8;
const LINE_CHARS_MIN = 16;
const LINE_CHARS_MAX = 160;
const LINES_LOST_MIN = 3;
/** A path and a text; what names more is an edit. */
const GIVEN_BY_WRITES = 2;

interface KnownText {
  readonly block: number;
  readonly text: string;
}

/**
 * A file that was written whole, with less than it had, while what was known of it had left the window. An edit names what it
 * replaces and is none, and neither is a file that was read again.
 */
export const overwrittenUnseen: FindingRule = {
  ...findingKind("file.overwritten_unseen"),
  *find(input) {
    for (const [path, acts] of groupBy(fileActs(input.recording), (act) => act.path)) {
      let known: KnownText | null = null;
      for (const act of acts) {
        yield undefined;
        const text = textAfter(input, act);
        if (text === null) continue;
        const lost = known === null || !act.writes ? null : lostLines(input, act, known, text);
        const claims = known === null || lost === null ? [] : claimsOf(input, act, known, lost);
        if (known !== null && lost !== null && claims.length > 0)
          yield {
            from: act.turn,
            to: act.turn,
            blocks: [act.block, known.block].flatMap((no) => input.session.blocks[no]?.id ?? []),
            numbers: { before: known.text.length, after: text.length, lines: lost.length },
            sentence: `${path} was written whole at turn ${act.turn} while its text had left the window: it had ${digits(known.text.length)} characters and got ${digits(text.length)}, without ${digits(lost.length)} of its lines.`,
            proof: { view: "why", turn: act.turn, block: input.session.blocks[known.block]?.id ?? "" },
            claims,
          };
        known = { block: act.block, text };
      }
    }
  },
};

/** What a reading shows of the file, or what a call writes as the whole of it; `null` for an edit, and where that is not known. */
function textAfter({ session, recording }: FindingInput, { block: number, writes }: FileAct): string | null {
  const block = session.blocks[number];
  const text = block === undefined ? null : fullText(recording, block);
  if (text === null) return null;
  if (!writes) return text.length >= CHARS_MIN ? text : null;
  const given = Object.values(recordIn(jsonOrText(text)) ?? {}).filter((one) => typeof one === "string");
  const isWhole =
    given.length === GIVEN_BY_WRITES && /^(?:write|create)/.test(plainToolName(block?.toolName ?? null));
  return isWhole ? given.reduce((a, b) => (b.length > a.length ? b : a)) : null;
}

/** The lines that a file loses, the longest first; `null` where it loses few, or what was known of it still stands. */
function lostLines({ index }: FindingInput, act: FileAct, known: KnownText, text: string): string[] | null {
  if (text.length >= known.text.length * SHARE_MAX) return null;
  const stands = index.standing.at(known.block, act.turn);
  if (stands !== undefined && stands.mode !== "reference") return null;
  const kept = new Set(linesIn(text));
  const lost = linesIn(known.text).filter((line) => line.length >= LINE_CHARS_MIN && !kept.has(line));
  return lost.length < LINES_LOST_MIN ? null : lost.sort((a, b) => b.length - a.length);
}

/** Without the numbers that tools write before lines. */
function linesIn(text: string): string[] {
  return text.split("\n").map((line) => line.replace(/^\s{0,8}\d{1,6}(?:[→|:]|\t)/, "").trim());
}

function claimsOf(
  { session, index }: FindingInput,
  act: FileAct,
  known: KnownText,
  lost: readonly string[],
): Claim[] {
  const [block, write] = [session.blocks[known.block]?.id, session.blocks[act.block]?.id];
  const stood = index.life(known.block).findLast(({ from, mode }) => from < act.turn && mode !== "reference");
  const value = startOf(lost[0] ?? "", LINE_CHARS_MAX);
  if (block === undefined || write === undefined || stood === undefined || value === "") return [];
  return [
    { is: "present", value, turn: stood.from, block },
    { is: "left", block, turn: act.turn },
    { is: "absent", value, turn: act.turn },
    { is: "count", n: 1, of: { in: "made", from: act.turn, to: act.turn, block: write } },
  ];
}
