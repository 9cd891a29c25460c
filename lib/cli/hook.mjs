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
import { setTimeout as wait } from "node:timers/promises";
import {
  forgetCompaction,
  hasNote,
  keepAhead,
  linesBefore,
  newCompaction,
  noteCompaction,
  readAhead,
} from "./bootstrap/compactions.mjs";
import { newCompression } from "./bootstrap/compressions.mjs";
import { findDearResult, isTimeToAsk } from "./bootstrap/dear-results.mjs";

const URL_BASE = (process.env.SIGHTGLASS_URL || "http://127.0.0.1:4318").replace(/(?<!\/)\/+$/, "");
const KEY = process.env.SIGHTGLASS_API_KEY;
const TOKENS = Number(process.env.SIGHTGLASS_HOOK_TOKENS || 1_500);
/** The limit for the whole hook, because agents wait for it. */
const HOOK_MS = Number(process.env.SIGHTGLASS_HOOK_MS || 1_000);
/** From which cost on a hook tells of a result, in the session's currency; 0 for never. */
const DEAR_FROM = Number(process.env.SIGHTGLASS_HOOK_COST || 1);
/** How long a summary is waited for that the agent's program has not written yet. */
const SUMMARY_MS = Math.min(400, HOOK_MS / 2);
const TRANSCRIPT_BYTES_MAX = 64 * 1024 * 1024;
/** After how long the agent's program has written what it had when it announced a compaction. */
const WRITTEN_MS = 300;
/** The shortest interval between reads of a running transcript. */
const FOLLOW_MS = 15_000;
const TAKE_IN = "--take-in";
/** A status that says that all is well. */
const OK = /^2\d\d$/;
const [FLAG, FILE = null, ANNOUNCED] = process.argv.slice(2);
/** Nobody waits for a process that imports a transcript. */
const LIMIT_MS = FLAG === TAKE_IN ? 120_000 : HOOK_MS;

// Counted from the start of the process: the agent waits for that, too.
setTimeout(() => process.exit(0), Math.max(0, LIMIT_MS - performance.now())).unref();

try {
  if (FLAG === TAKE_IN) {
    if (ANNOUNCED !== undefined) await askAhead(FILE, ANNOUNCED).catch(() => undefined);
    await takeIn(FILE);
    process.exit(0);
  }
  const answer = await answerHook(JSON.parse(await readAll(process.stdin)));
  if (answer !== null) process.stdout.write(`${JSON.stringify(answer)}\n`);
} catch {
  // The agent continues.
}
process.exit(0);

/** Reads without blocking, so that the time limit also holds for an input that does not end. @param {AsyncIterable<Buffer>} input */
async function readAll(input) {
  /** @type {Buffer[]} */
  const chunks = [];
  for await (const chunk of input) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** @param {Record<string, unknown>} input @returns {Promise<object | null>} what the agent is told */
async function answerHook(input) {
  const event = String(input.hook_event_name ?? "");
  const transcript = fileAt(input.transcript_path);
  switch (event) {
    case "PreCompact":
      if (transcript !== null) noteCompaction(noteOf(transcript), transcript);
      startTakingIn(transcript, String(input.session_id ?? ""));
      return null;
    case "Stop":
    case "AfterAgent":
      startTakingIn(transcript);
      return null;
    // Gemini CLI calls it before each call of the model, with or without a compression.
    case "PreCompress":
      follow(transcript);
      return null;
    case "PostToolUse":
      follow(transcript);
      return contextFor(
        event,
        (await lostText(input, transcript, { isExpected: true, waitMs: 0 })) ??
          (await dearText(input, transcript)),
      );
    case "PostCompact":
      return contextFor(event, await lostText(input, transcript, { isExpected: false, waitMs: 0 }));
    case "SessionStart":
      if (input.source !== "compact") return null;
      return contextFor(event, await lostText(input, transcript, { isExpected: false, waitMs: SUMMARY_MS }));
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

/** Has the transcript sent by a process of its own, now and then: the agent does not wait. @param {string | null} transcript */
function follow(transcript) {
  if (transcript === null) return;
  const stamp = placeOfNotes(transcript);
  const last = fs.existsSync(stamp) ? fs.lstatSync(stamp).mtimeMs : 0;
  if (Date.now() - last < FOLLOW_MS) return;
  fs.rmSync(stamp, { force: true });
  fs.writeFileSync(stamp, "", { flag: "wx", mode: 0o600 });
  startTakingIn(transcript);
}

/** Where hooks leave each other notes about a transcript. @param {string} transcript */
function placeOfNotes(transcript) {
  const name = createHash("sha256").update(transcript).digest("hex").slice(0, 16);
  return path.join(os.tmpdir(), `sightglass-hook-${process.getuid?.() ?? 0}-${name}`);
}

/**
 * Starts a process of its own, which goes on when the hook ends: the agent does not wait.
 * @param {string | null} transcript @param {string} [announced] the session of which a compaction is about to come
 */
function startTakingIn(transcript, announced) {
  if (transcript === null) return;
  const self = process.argv[1] ?? "";
  const args = [self, TAKE_IN, transcript, ...(announced ? [announced] : [])];
  spawn(process.execPath, args, { detached: true, stdio: "ignore" }).unref();
}

/**
 * Asks what a compaction would take before there is one, and keeps the answer for the hook behind it: that one has a second, however
 * busy Sightglass is.
 * @param {string | null} transcript @param {string} session
 */
async function askAhead(transcript, session) {
  if (transcript === null) return;
  await wait(WRITTEN_MS);
  const note = noteOf(transcript);
  const standing = linesBefore(transcript);
  const isOver = (await newCompaction({ transcript, note, declared: null, waitMs: 0 })) !== null;
  if (standing === "" || isOver) return;
  const { ahead } = (await askLost({ session_id: session }, { transcript: standing })) ?? {};
  if (ahead) keepAhead(note, ahead);
}

/** Sends the transcript as it stands. @param {string | null} transcript */
async function takeIn(transcript) {
  if (transcript === null || fs.statSync(transcript).size > TRANSCRIPT_BYTES_MAX) return;
  const name = encodeURIComponent(path.basename(transcript));
  const body = fs.readFileSync(transcript);
  await ask(`/api/v1/import?format=auto&name=${name}`, body, "application/octet-stream");
}

/**
 * What the newest compaction took that is still needed, said once. The agent's program may write the summary only after its
 * hooks have ended: then the hook of its next tool says it.
 * @param {Record<string, unknown>} input @param {string | null} transcript
 * @param {{ isExpected: boolean, waitMs: number }} when whether only a compaction counts that a hook was told of before, and
 * how long its summary is waited for
 */
async function lostText(input, transcript, { isExpected, waitMs }) {
  const declared = typeof input.compact_summary === "string" ? input.compact_summary : null;
  if (transcript === null) return declared === null ? null : lostOf(input, { summary: declared });
  const note = noteOf(transcript);
  if (isExpected && !hasNote(note)) return null;
  const found = await newCompaction({ transcript, note, declared, waitMs });
  if (found === null) return null;
  const { summary, at } = found;
  const ahead = readAhead(note);
  const before = ahead === null ? linesBefore(transcript, at) : "";
  const text = await lostOf(input, {
    summary,
    ...(ahead !== null && { ahead }),
    ...(before !== "" && { transcript: before }),
  });
  forgetCompaction(note);
  return text;
}

/** Where hooks leave each other what they know of a compaction. @param {string} transcript */
function noteOf(transcript) {
  return `${placeOfNotes(transcript)}.before`;
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
  const summary = found.history;
  startTakingIn(transcript);
  return lostOf(input, { summary, ...(found.before !== "" && { transcript: found.before }) });
}

/** @typedef {{ summary?: string, transcript?: string, ahead?: unknown }} Asked what took the place of what, as far as it is known */

/** What an agent is told of a compaction. @param {Record<string, unknown>} input @param {Asked} asked */
async function lostOf(input, asked) {
  const answer = await askLost(input, asked);
  return typeof answer?.text === "string" ? answer.text : null;
}

/** @param {Record<string, unknown>} input @param {Asked} asked */
function askLost(input, asked) {
  const question = { session: String(input.session_id ?? ""), tokens: TOKENS, ...asked };
  return ask("/api/v1/runtime/lost", JSON.stringify(question), "application/json");
}

/**
 * What the dearest result has cost so far, as the newest bill of the session says.
 * @param {Record<string, unknown>} input @param {string | null} transcript
 */
async function dearText(input, transcript) {
  if (!(DEAR_FROM > 0) || transcript === null || typeof input.session_id !== "string") return null;
  const note = `${placeOfNotes(transcript)}.dear`;
  if (!isTimeToAsk(note, Date.now())) return null;
  const bill = await ask(`/api/v1/sessions/${encodeURIComponent(input.session_id)}/cost`);
  return findDearResult(bill, DEAR_FROM, note);
}

/**
 * Without `fetch`, which takes longer to load than all the rest of a hook.
 * @param {string} at @param {string | Buffer} [body] what is sent; nothing to read @param {string} [type]
 * @returns {Promise<Record<string, unknown> | null>} `null` for a refusal
 */
async function ask(at, body, type) {
  const url = new URL(`${URL_BASE}${at}`);
  const { request } = await (url.protocol === "https:" ? import("node:https") : import("node:http"));
  const sent = request(url, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      ...(type === undefined ? {} : { "content-type": type }),
      ...(KEY ? { authorization: `Bearer ${KEY}` } : {}),
      ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
    },
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  // An answer may come before all is sent, and the rest then fails.
  sent.on("error", () => undefined);
  sent.end(body);
  const [response] = await once(sent, "response");
  const text = await readAll(response);
  return OK.test(String(response.statusCode)) ? JSON.parse(text) : null;
}
