/**
 * Compressions in the transcript of Gemini CLI, which has lines of JSON. One of them states the new history.
 */
import { createHash } from "node:crypto";
import fs from "node:fs";
import { linesAtEnd, shortenLines } from "./compactions.mjs";

const READ_BYTES_MAX = 8 * 1024 * 1024;
const SNAPSHOT = /^\s*(?:<scratchpad>[^]*?<\/scratchpad>\s*)?<state_snapshot>/;
const NEWLINE = 10;

/** @typedef {{ at: number, snapshot: string | null }} Note How far was read, and the hash of the newest snapshot. */
/** @typedef {{ id?: unknown, type?: unknown, content?: unknown, toolCalls?: unknown, $set?: any }} Line */
/**
 * @typedef {object} Compression
 * @property {string} history the texts that stand in the window from then on
 * @property {string} before the lines of what stood there until then
 */

/**
 * The newest compression since the last look, which a file of notes remembers. The first look only remembers.
 * @param {string} transcript @param {string} notes @returns {Compression | null}
 */
export function newCompression(transcript, notes) {
  const note = readNote(notes);
  const { lines, end } = linesFrom(transcript, note?.at ?? 0);
  const place = lines.findLastIndex((line) => snapshotIn(line) !== null);
  const line = lines[place];
  const snapshot = line === undefined ? (note?.snapshot ?? null) : hashOf(snapshotIn(line) ?? "");
  writeNote(notes, { at: end, snapshot });
  if (note === null || line === undefined || snapshot === note.snapshot) return null;
  return { history: messagesIn(line).flatMap(textsOf).join("\n"), before: beforeNewest(transcript) };
}

/** The lines before the newest compression, from the one before it on, with the line that names the session. @param {string} transcript */
function beforeNewest(transcript) {
  const lines = linesAtEnd(transcript).map(({ text }) => text);
  const marks = [...lines.keys()].filter((i) =>
    lineIn(lines[i] ?? "").some((line) => snapshotIn(line) !== null),
  );
  const [first = 0, end = lines.length] = marks.slice(-2).length === 2 ? marks.slice(-2) : [0, marks.at(-1)];
  return shortenLines([...(first > 0 ? lines.slice(0, 1) : []), ...lines.slice(first, end)]);
}

/** The whole lines behind a place. @param {string} file @param {number} from */
function linesFrom(file, from) {
  const handle = fs.openSync(file, "r");
  try {
    const { size } = fs.fstatSync(handle);
    const start = Math.max(from > size ? 0 : from, size - READ_BYTES_MAX);
    const bytes = Buffer.alloc(size - start);
    const read = bytes.subarray(0, fs.readSync(handle, bytes, 0, bytes.length, start));
    const whole = read.subarray(0, read.lastIndexOf(NEWLINE) + 1);
    return { lines: whole.toString("utf8").split("\n").flatMap(lineIn), end: start + whole.length };
  } finally {
    fs.closeSync(handle);
  }
}

/** @param {string} text @returns {Line[]} */
function lineIn(text) {
  try {
    const line = JSON.parse(text);
    return typeof line === "object" && line !== null ? [line] : [];
  } catch {
    return [];
  }
}

/** The history that a line writes anew. @param {Line} line @returns {Line[]} */
function messagesIn({ $set }) {
  const messages = $set?.messages;
  return Array.isArray(messages) ? messages.filter((one) => typeof one === "object" && one !== null) : [];
}

/** @param {Line} line @returns {string | null} */
function snapshotIn(line) {
  const said = messagesIn(line).flatMap((message) => (message.type === "user" ? textsOf(message) : []));
  return said.findLast((text) => SNAPSHOT.test(text)) ?? null;
}

/** The texts of a message and of its results. @param {Line} message @returns {string[]} */
function textsOf({ content, toolCalls }) {
  const calls = Array.isArray(toolCalls) ? toolCalls : [];
  return [content, ...calls.map((call) => call?.result)].flatMap((value) => textsIn(value));
}

/** @param {any} value @returns {string[]} */
function textsIn(value) {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one));
  if (typeof value !== "object" || value === null) return [];
  if (typeof value.text === "string") return [value.text];
  const { output, error } = value.functionResponse?.response ?? {};
  return [output, error].filter((one) => typeof one === "string");
}

/** @param {string} file @returns {Note | null} */
function readNote(file) {
  const [note] = fs.existsSync(file) ? lineIn(fs.readFileSync(file, "utf8")) : [];
  const { at, snapshot } = /** @type {Partial<Note>} */ (note ?? {});
  return typeof at === "number" ? { at, snapshot: typeof snapshot === "string" ? snapshot : null } : null;
}

/** @param {string} file @param {Note} note */
function writeNote(file, note) {
  fs.rmSync(file, { force: true });
  fs.writeFileSync(file, JSON.stringify(note), { flag: "wx", mode: 0o600 });
}

/** @param {string} text */
function hashOf(text) {
  return createHash("sha256").update(text).digest("hex");
}
