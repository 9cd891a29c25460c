/** npm run mcp: the agent tools of a running Sightglass on standard input and output, for agents that start their servers. */
import { createInterface } from "node:readline";
import { readCommand, REMOTE } from "./bootstrap/command.mjs";
import { reportFailure } from "./bootstrap/report.mjs";

const USAGE = `npm run --silent mcp [-- --url URL] [--key KEY]

Passes the Model Context Protocol between standard input and output and a running Sightglass.

  --url URL   where it runs, else SIGHTGLASS_URL, else this machine
  --key KEY   an API key of it, else the one in SIGHTGLASS_API_KEY; in local mode none is needed`;

const ANSWER_MS = 60_000;
const UNREACHABLE = -32_000;

async function main() {
  const { values } = readCommand(USAGE, REMOTE);
  const url = `${(values.url ?? (process.env.SIGHTGLASS_URL || "http://127.0.0.1:4318")).replace(/(?<!\/)\/+$/, "")}/mcp`;
  const key = values.key ?? process.env.SIGHTGLASS_API_KEY;
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(key ? { authorization: `Bearer ${key}` } : {}),
  };
  const under = new Set();
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === "") continue;
    const work = pass(url, headers, line).finally(() => under.delete(work));
    under.add(work);
  }
  await Promise.all(under);
}

/** @param {string} url @param {Record<string, string>} headers @param {string} line */
async function pass(url, headers, line) {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(url, { method: "POST", headers, body: line, redirect: "error", signal });
    const text = await response.text();
    if (response.status === 202 || text === "") return;
    const messages = text.startsWith("{")
      ? [text]
      : [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data);
    const failed = !response.ok && !text.includes('"jsonrpc"');
    if (failed) throw new Error(`status ${response.status}: ${text.slice(0, 500)}`);
    for (const message of messages) process.stdout.write(`${message}\n`);
  } catch (error) {
    const { id } = JSON.parse(line);
    if (id === undefined) return;
    const message = `Sightglass at ${url}: ${error instanceof Error ? error.message : String(error)}`;
    process.stdout.write(
      `${JSON.stringify({ jsonrpc: "2.0", id, error: { code: UNREACHABLE, message } })}\n`,
    );
  }
}

main().catch(reportFailure);
