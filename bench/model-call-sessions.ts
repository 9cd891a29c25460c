import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { capturedCalls } from "@/lib/testing/captures";
import { CORPUS, hasCorpus } from "@/lib/testing/corpus/corpus";

/** In the order in which they were made, each as it is posted. */
export interface LoggedSession {
  readonly name: string;
  readonly calls: readonly LoggedCall[];
}

export interface LoggedCall {
  readonly request: unknown;
  readonly response?: unknown;
  readonly [field: string]: unknown;
}

const CAPTURED = [
  "raw-anthropic-messages",
  "raw-anthropic-threads",
  "raw-openai-chat",
  "raw-openai-responses",
];
const START_MS = Date.UTC(2026, 0, 1);

export function readLoggedSessions(): LoggedSession[] {
  const captured = CAPTURED.map((name) => ({ name, calls: capturedCalls(name) as LoggedCall[] }));
  const logged = hasCorpus ? [...readChatLogs(), ...requestLogs(), ...readCallFiles()] : [];
  return [...captured, ...logged];
}

function listFiles(folder: string, ending: string): string[] {
  const place = path.join(CORPUS, folder);
  if (!existsSync(place)) return [];
  return readdirSync(place, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => path.join(place, name));
}

function readLines(file: string): Record<string, unknown>[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Record<string, unknown>]));
}

function readChatLogs(): LoggedSession[] {
  return listFiles("chat_completions_log", ".jsonl").map((file) => {
    const calls: LoggedCall[] = [];
    for (const line of readLines(file)) {
      if (line.type === "request")
        calls.push({ startedAt: START_MS + calls.length * 1_000, request: line.request_params });
      else calls.push({ ...(calls.pop() ?? { request: {} }), response: line.response });
    }
    return { name: path.basename(file), calls };
  });
}

function requestLogs(): LoggedSession[] {
  return listFiles("openai_request_log", ".jsonl").map((file) => ({
    name: path.basename(file),
    calls: readLines(file).map(({ metadata: _metadata, ...request }, i) => ({
      startedAt: START_MS + i * 1_000,
      request,
    })),
  }));
}

function readCallFiles(): LoggedSession[] {
  const calls = listFiles("litellm_call_log", ".json").map((file, i) => {
    const { messages, tools, response } = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
    return { startedAt: START_MS + i * 1_000, request: { messages, tools }, response };
  });
  return calls.length === 0 ? [] : [{ name: "litellm_call_log", calls }];
}

/**
 * Bytes of JSON in a session's calls that no earlier part of the session contained. Every list, object and
 * text counts once.
 */
export function countUniqueBytes({ calls }: LoggedSession): number {
  const seen = new Set<string>();
  return calls.reduce((sum, call) => sum + countUnseenBytes(call, seen), 0);
}

function countUnseenBytes(value: unknown, seen: Set<string>): number {
  const json = JSON.stringify(value) ?? "";
  if (typeof value === "string" || (typeof value === "object" && value !== null)) {
    if (seen.has(json)) return 0;
    seen.add(json);
  }
  if (typeof value !== "object" || value === null) return Buffer.byteLength(json);
  const entries = Object.entries(value);
  const signs = 2 + entries.length;
  return entries.reduce((sum, [key, part]) => {
    const name = Array.isArray(value) ? 0 : key.length + 3;
    return sum + name + countUnseenBytes(part, seen);
  }, signs);
}
