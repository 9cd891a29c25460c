/**
 * npm run connect puts this file into the hooks of a coding agent. It reads the hook's input, tells Sightglass, and answers
 * for the agent. Whatever goes wrong, it ends with 0 and says nothing: no hook of Sightglass ever stops an agent.
 */
import fs from "node:fs";
import path from "node:path";

const URL_BASE = (process.env.SIGHTGLASS_URL || "http://127.0.0.1:4318").replace(/\/+$/, "");
const KEY = process.env.SIGHTGLASS_API_KEY;
const TOKENS = Number(process.env.SIGHTGLASS_HOOK_TOKENS || 1_500);
/** Each request, and the hook as a whole: agents wait for their hooks. */
const ASK_MS = 1_500;
const HOOK_MS = 4_000;
const TRANSCRIPT_BYTES_MAX = 64 * 1024 * 1024;
const SUMMARY_LINES = 50;

setTimeout(() => process.exit(0), HOOK_MS).unref();

try {
  const input = JSON.parse(fs.readFileSync(0, "utf8"));
  const answer = await answerHook(input);
  if (answer !== null) process.stdout.write(`${JSON.stringify(answer)}\n`);
} catch {
  // The agent goes on.
}
process.exit(0);

/** @param {Record<string, unknown>} input @returns {Promise<object | null>} what the agent is told */
async function answerHook(input) {
  const event = String(input.hook_event_name ?? "");
  const transcript = typeof input.transcript_path === "string" ? input.transcript_path : null;
  if (event === "SessionStart" && input.source !== "compact") return null;
  if (event === "PreCompact" || event === "Stop") {
    await takeIn(transcript);
    return null;
  }
  if (event === "PostCompact" || event === "SessionStart") {
    const text = await lostText(String(input.session_id ?? ""), transcript, input);
    if (text === null) return null;
    return { hookSpecificOutput: { hookEventName: event, additionalContext: text } };
  }
  return null;
}

/** Sends the transcript as it stands. @param {string | null} transcript */
async function takeIn(transcript) {
  if (transcript === null || fs.statSync(transcript).size > TRANSCRIPT_BYTES_MAX) return;
  const name = encodeURIComponent(path.basename(transcript));
  const body = fs.readFileSync(transcript);
  await ask(`/api/v1/import?format=auto&name=${name}`, body, "application/octet-stream", HOOK_MS);
}

/**
 * What the compaction took that is still needed: held against the summary that the transcript has by now.
 * @param {string} session @param {string | null} transcript @param {Record<string, unknown>} input
 * @returns {Promise<string | null>}
 */
async function lostText(session, transcript, input) {
  const given = typeof input.compact_summary === "string" ? input.compact_summary : null;
  const summary = given ?? (transcript === null ? null : summaryIn(transcript));
  const question = { session, tokens: TOKENS, ...(summary !== null && { summary }) };
  const answer = await ask("/api/v1/runtime/lost", JSON.stringify(question), "application/json", ASK_MS);
  return answer !== null && typeof answer.text === "string" ? answer.text : null;
}

/** The newest summary near the end of a transcript. @param {string} transcript @returns {string | null} */
function summaryIn(transcript) {
  const lines = fs.readFileSync(transcript, "utf8").trimEnd().split("\n").slice(-SUMMARY_LINES);
  for (const line of lines.reverse()) {
    const entry = JSON.parse(line);
    if (entry.isCompactSummary !== true) continue;
    const content = entry.message?.content;
    if (typeof content === "string") return content;
    if (Array.isArray(content)) return content.map((part) => part?.text ?? "").join("\n");
  }
  return null;
}

/**
 * @param {string} at @param {string | Buffer} body @param {string} type @param {number} ms
 * @returns {Promise<Record<string, unknown> | null>}
 */
async function ask(at, body, type, ms) {
  const response = await fetch(`${URL_BASE}${at}`, {
    method: "POST",
    headers: { "content-type": type, ...(KEY ? { authorization: `Bearer ${KEY}` } : {}) },
    body,
    redirect: "error",
    signal: AbortSignal.timeout(ms),
  });
  const text = await response.text();
  return response.ok ? JSON.parse(text) : null;
}
