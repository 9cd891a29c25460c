/**
 * Compactions in the transcript of Claude Code or Codex, which has lines of JSON:
 *
 *     line 1..40   what stood in the window
 *     line 41      PreCompact: a note says that the transcript ends here
 *     line 42      the summary                     → { summary, at: where line 42 begins }
 */
import fs from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

const END_BYTES = 16 * 1024 * 1024;
/** What is sent of a transcript. The longest lines are left out first: outputs of tools, never what a person said. */
const SENT_CHARS = 1_500_000;
const LOOK_MS = 50;
/** Without a note, a summary further from the end is an earlier one. */
const NEAR_LINES = 50;

/** @typedef {{ summary: string, at: number }} Compaction `at` is where its line begins, or the end of the transcript */

/** Remembers how long the transcript was before a compaction. @param {string} note @param {string} transcript */
export function noteCompaction(note, transcript) {
  forgetCompaction(note);
  fs.writeFileSync(note, String(fs.statSync(transcript).size), { flag: "wx", mode: 0o600 });
}

/** @param {string} note */
export function forgetCompaction(note) {
  for (const file of [note, aheadOf(note)]) fs.rmSync(file, { force: true });
}

/** Keeps what Sightglass worked out before a compaction, for the hook behind it. @param {string} note @param {unknown} ahead */
export function keepAhead(note, ahead) {
  if (!hasNote(note)) return;
  fs.rmSync(aheadOf(note), { force: true });
  fs.writeFileSync(aheadOf(note), JSON.stringify(ahead), { flag: "wx", mode: 0o600 });
}

/** `null` where it has not come, or somebody else has left the file there. @param {string} note @returns {unknown} */
export function readAhead(note) {
  const facts = fs.lstatSync(aheadOf(note), { throwIfNoEntry: false });
  if (!facts?.isFile() || facts.uid !== (process.getuid?.() ?? facts.uid)) return null;
  try {
    return JSON.parse(fs.readFileSync(aheadOf(note), "utf8"));
  } catch {
    return null;
  }
}

/** @param {string} note */
function aheadOf(note) {
  return `${note}.ahead`;
}

/** Whether a compaction was announced and nothing is said of it yet. @param {string} note */
export function hasNote(note) {
  return fs.lstatSync(note, { throwIfNoEntry: false })?.isFile() ?? false;
}

/**
 * The compaction since the note; without a note, one near the end.
 * @param {{ transcript: string, note: string, declared: string | null, waitMs: number }} asked `declared` is the summary as the
 * agent's program states it
 * @returns {Promise<Compaction | null>}
 */
export async function newCompaction({ transcript, note, declared, waitMs }) {
  const from = hasNote(note) ? Number(fs.readFileSync(note, "utf8")) : null;
  for (const until = Date.now() + waitMs; ; await wait(LOOK_MS)) {
    const lines = linesAtEnd(transcript, from ?? 0);
    const line = lines
      .slice(from === null ? -NEAR_LINES : 0)
      .findLast(({ text }) => summaryIn(text) !== null);
    if (line !== undefined) return { summary: summaryIn(line.text) ?? "", at: line.at };
    if (declared !== null) return { summary: declared, at: Infinity };
    if (Date.now() >= until) return null;
  }
}

/**
 * The lines that stood in the window before a place of a transcript, as many as may be sent.
 * @param {string} transcript @param {number} [place]
 */
export function linesBefore(transcript, place = Infinity) {
  const lines = linesAtEnd(transcript).filter(({ at }) => at < place);
  const start = lines.findLastIndex(({ text }) => summaryIn(text) !== null);
  return shortenLines(lines.slice(Math.max(0, start)).map(({ text }) => text));
}

/** As much of some lines as may be sent. @param {string[]} lines */
export function shortenLines(lines) {
  const dropped = new Set();
  let chars = lines.reduce((sum, text) => sum + text.length + 1, 0);
  for (const [i, text] of [...lines.entries()].sort(([, a], [, b]) => b.length - a.length)) {
    if (chars <= SENT_CHARS) break;
    dropped.add(i);
    chars -= text.length + 1;
  }
  return lines.filter((_, i) => !dropped.has(i)).join("\n");
}

/**
 * The whole lines at the end of a file, with the places at which they begin.
 * @param {string} file @param {number} [from] where a line begins; earlier ones are left out
 */
export function linesAtEnd(file, from = 0) {
  const handle = fs.openSync(file, "r");
  try {
    const { size } = fs.fstatSync(handle);
    const start = Math.max(Math.min(from, size), size - END_BYTES);
    const bytes = Buffer.alloc(size - start);
    const read = fs.readSync(handle, bytes, 0, bytes.length, start);
    const lines = [];
    let at = start === from ? 0 : bytes.indexOf("\n") + 1;
    for (let end = bytes.indexOf("\n", at); end >= 0 && end < read; end = bytes.indexOf("\n", at)) {
      if (end > at) lines.push({ at: start + at, text: bytes.toString("utf8", at, end) });
      at = end + 1;
    }
    return lines;
  } finally {
    fs.closeSync(handle);
  }
}

/** The summary in a line; `null` in any other. @param {string} line @returns {string | null} */
function summaryIn(line) {
  if (!line.includes("isCompactSummary") && !line.includes('"compacted"')) return null;
  try {
    const { isCompactSummary, type, message, payload } = JSON.parse(line);
    if (isCompactSummary === true) return textOf(message?.content);
    return type === "compacted" && typeof payload?.message === "string" ? payload.message : null;
  } catch {
    return null;
  }
}

/** @param {unknown} content @returns {string | null} */
function textOf(content) {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((part) => part?.text ?? "").join("\n") : null;
}
