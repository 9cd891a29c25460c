/**
 * npm run connect puts this file into the hooks of a coding agent. It reads the hook's input, tells
 * Sightglass, and answers for the agent. On any failure it ends with 0 and prints nothing: a hook of
 * Sightglass never stops an agent.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { newCompression } from "./bootstrap/compressions.mjs";

const URL_BASE = (process.env.SIGHTGLASS_URL || "http://127.0.0.1:4318").replace(/(?<!\/)\/+$/, "");
const KEY = process.env.SIGHTGLASS_API_KEY;
const TOKENS = Number(process.env.SIGHTGLASS_HOOK_TOKENS || 1_500);
/** The limit for the whole hook, because agents wait for it. */
const HOOK_MS = Number(process.env.SIGHTGLASS_HOOK_MS || 4_000);
const TRANSCRIPT_BYTES_MAX = 64 * 1024 * 1024;
const SUMMARY_LINES = 50;
const END_BYTES = 8 * 1024 * 1024;
/** The shortest interval between reads of a running transcript. */
const FOLLOW_MS = 15_000;
const TAKE_IN = "--take-in";
const [FLAG, FILE = null] = process.argv.slice(2);
/** Nobody waits for a process that imports a transcript. */
const LIMIT_MS = FLAG === TAKE_IN ? 120_000 : HOOK_MS;

setTimeout(() => process.exit(0), LIMIT_MS).unref();

try {
  if (FLAG === TAKE_IN) {
    await takeIn(FILE);
    process.exit(0);
  }
  const answer = await answerHook(JSON.parse(await readInput()));
  if (answer !== null) process.stdout.write(`${JSON.stringify(answer)}\n`);
} catch {
  // The agent continues.
}
process.exit(0);

/** Reads without blocking, so that the time limit also holds for an input that does not end. @returns {Promise<string>} */
async function readInput() {
  /** @type {Buffer[]} */
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** @param {Record<string, unknown>} input @returns {Promise<object | null>} what the agent is told */
async function answerHook(input) {
  const event = String(input.hook_event_name ?? "");
  const transcript = fileAt(input.transcript_path);
  switch (event) {
    case "PreCompact":
    case "Stop":
    case "AfterAgent":
      if (transcript !== null) await takenIn(transcript);
      return null;
    // Gemini CLI calls it before each call of the model, with or without a compression.
    case "PreCompress":
    case "PostToolUse":
      follow(transcript);
      return null;
    case "PostCompact":
      return contextFor(event, await lostText(input, transcript));
    case "SessionStart":
      return input.source === "compact" ? contextFor(event, await lostText(input, transcript)) : null;
    case "BeforeAgent":
    case "AfterTool":
      return contextFor(event, await compressedText(input, transcript));
    default:
      return null;
  }
}

/** A file's path. Opening a pipe could wait for ever, and the agent with it. @param {unknown} place @returns {string | null} */
function fileAt(place) {
  return typeof place === "string" && fs.statSync(place, { throwIfNoEntry: false })?.isFile() ? place : null;
}

/** @param {string} event @param {string | null} text */
function contextFor(event, text) {
  return text === null ? null : { hookSpecificOutput: { hookEventName: event, additionalContext: text } };
}

/** Takes a transcript in and waits for it, as long as the hook may last. @param {string} transcript */
async function takenIn(transcript) {
  await once(startTakingIn(transcript), "exit");
}

/** Has the transcript sent by a process of its own, now and then: the agent does not wait. @param {string | null} transcript */
function follow(transcript) {
  if (transcript === null) return;
  const stamp = placeOfNotes(transcript);
  const last = fs.existsSync(stamp) ? fs.lstatSync(stamp).mtimeMs : 0;
  if (Date.now() - last < FOLLOW_MS) return;
  fs.rmSync(stamp, { force: true });
  fs.writeFileSync(stamp, "", { flag: "wx", mode: 0o600 });
  startTakingIn(transcript).unref();
}

/** Where hooks leave each other notes about a transcript. @param {string} transcript */
function placeOfNotes(transcript) {
  const name = createHash("sha256").update(transcript).digest("hex").slice(0, 16);
  return path.join(os.tmpdir(), `sightglass-hook-${process.getuid?.() ?? 0}-${name}`);
}

/** A process of its own, which goes on when the hook has to end. @param {string} transcript */
function startTakingIn(transcript) {
  const self = process.argv[1] ?? "";
  return spawn(process.execPath, [self, TAKE_IN, transcript], { detached: true, stdio: "ignore" });
}

/** Sends the transcript as it stands. @param {string | null} transcript */
async function takeIn(transcript) {
  if (transcript === null || fs.statSync(transcript).size > TRANSCRIPT_BYTES_MAX) return;
  const name = encodeURIComponent(path.basename(transcript));
  const body = fs.readFileSync(transcript);
  await ask(`/api/v1/import?format=auto&name=${name}`, body, "application/octet-stream");
}

/**
 * What the compaction took that is still needed: held against the summary that the transcript has by now.
 * @param {Record<string, unknown>} input @param {string | null} transcript
 */
async function lostText(input, transcript) {
  const declared = typeof input.compact_summary === "string" ? input.compact_summary : null;
  return askLost(input, declared ?? (transcript === null ? null : summaryIn(transcript)));
}

/**
 * The same for a compression that the transcript has had since the last look. Gemini CLI has no hook that follows one.
 * @param {Record<string, unknown>} input @param {string | null} transcript
 */
async function compressedText(input, transcript) {
  const found = transcript === null ? null : newCompression(transcript, `${placeOfNotes(transcript)}.read`);
  if (transcript === null || found === null) {
    if (input.hook_event_name === "AfterTool") follow(transcript);
    return null;
  }
  await takenIn(transcript);
  // The session shows what a call after the compression has read. Before that call, only the transcript does.
  return askLost(input, found.wasRead ? null : found.history);
}

/**
 * @param {Record<string, unknown>} input @param {string | null} summary
 * @returns {Promise<string | null>}
 */
async function askLost(input, summary) {
  const session = String(input.session_id ?? "");
  const question = { session, tokens: TOKENS, ...(summary !== null && { summary }) };
  const answer = await ask("/api/v1/runtime/lost", JSON.stringify(question), "application/json");
  return answer !== null && typeof answer.text === "string" ? answer.text : null;
}

/** The newest summary near the end of a transcript. @param {string} transcript @returns {string | null} */
function summaryIn(transcript) {
  const lines = endOf(transcript).trimEnd().split("\n").slice(-SUMMARY_LINES);
  for (const line of lines.reverse()) {
    const entry = entryIn(line);
    if (entry?.isCompactSummary !== true) continue;
    const content = entry.message?.content;
    if (typeof content === "string") return content;
    if (Array.isArray(content)) return content.map((part) => part?.text ?? "").join("\n");
  }
  return null;
}

/** The end of a file, which may begin in the middle of a line. @param {string} file */
function endOf(file) {
  const handle = fs.openSync(file, "r");
  try {
    const { size } = fs.fstatSync(handle);
    const bytes = Buffer.alloc(Math.min(size, END_BYTES));
    const read = fs.readSync(handle, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString("utf8", 0, read);
  } finally {
    fs.closeSync(handle);
  }
}

/** A line of a transcript; `null` when it is not whole, as one that is being written. @param {string} line */
function entryIn(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/**
 * @param {string} at @param {string | Buffer} body @param {string} type
 * @returns {Promise<Record<string, unknown> | null>}
 */
async function ask(at, body, type) {
  const response = await fetch(`${URL_BASE}${at}`, {
    method: "POST",
    headers: { "content-type": type, ...(KEY ? { authorization: `Bearer ${KEY}` } : {}) },
    body,
    redirect: "error",
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  const text = await response.text();
  return response.ok ? JSON.parse(text) : null;
}
