import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Sightglass } from "@/lib/client";
import { makeCallRecord, type RawCall } from "@/lib/importers/otel/call-record";
import { projectRecords } from "@/lib/importers/otel/project";
import { serveHttp, type TestServer } from "@/lib/testing/servers/http-server";
import { type CallEnd, endingProvider, ENDS, SAID } from "@/lib/testing/servers/provider-ends";
import { recording } from "@/lib/testing/proxy-recording";
import { recordOfCall } from "./recorded-call";
import { makeProxyServer } from "./serve-proxy";

const TEXT = SAID.join("");
const LIMIT = "status 429: Too many requests for this model";

/** What a turn says of a call that ended so: its error, its answer, how many attempts failed before. */
const EXPECTED: Record<CallEnd, { error: RegExp | null; text: string | null; attempts: number }> = {
  whole: { error: null, text: TEXT, attempts: 0 },
  broken: { error: /broke off/, text: SAID[0], attempts: 0 },
  left: { error: /agent stopped reading|client closed the connection/, text: SAID[0], attempts: 0 },
  busy: { error: null, text: TEXT, attempts: 1 },
  refused: { error: new RegExp(`^${LIMIT}`), text: null, attempts: 2 },
  failed: { error: /^status 500: .*Internal error/, text: null, attempts: 0 },
  late: { error: /agent stopped waiting|client closed the connection|[Tt]ime/, text: null, attempts: 0 },
  empty: { error: /^status 200: the answer is empty/, text: null, attempts: 0 },
  told: { error: /Too many requests for this model/, text: SAID[0], attempts: 0 },
};

type Line = RawCall & { readonly provider?: string };
const lines: Line[] = [];
const servers: { close(): unknown }[] = [];
let provider = "";
let sightglass: TestServer;
let proxy = "";

beforeAll(async () => {
  const ending = await endingProvider();
  provider = ending.url;
  sightglass = await serveHttp(async (request) => {
    if (request.url.endsWith("/model-calls"))
      lines.push(...(await request.text()).split("\n").map((line) => JSON.parse(line) as Line));
    return Response.json({ accepted: 1, rejected: [] });
  });
  const { record, calls } = recording();
  const upstreams = new Map(["openai", "anthropic", "gemini"].map((name) => [name, new URL(provider)]));
  const server = makeProxyServer({
    upstreams,
    record: (call) => {
      record(call);
      const seen = calls.at(-1);
      if (seen !== undefined) lines.push(JSON.parse(JSON.stringify(recordOfCall(seen))) as Line);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  proxy = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  servers.push(ending, sightglass, { close: () => (server.closeAllConnections(), server.close()) });
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

const ASKED = [{ role: "user" as const, content: "Is order 7 pending?" }];
const optionsFor = (end: CallEnd) => ({
  apiKey: "k",
  maxRetries: end === "busy" || end === "refused" ? 2 : 0,
  timeout: end === "late" ? 300 : 20_000,
});
type Pieces = AsyncIterable<unknown>;

/** Every client: how it calls the address, and gives its stream where it has one. */
const CLIENTS: Record<string, (url: string, end: CallEnd, fetcher?: typeof fetch) => Promise<Pieces | null>> =
  {
    chat: async (url, end, of) => {
      await openai(url, end, of).chat.completions.create({ model: "m", messages: ASKED });
      return null;
    },
    "chat stream": (url, end, of) =>
      openai(url, end, of).chat.completions.create({ model: "m", messages: ASKED, stream: true }),
    responses: async (url, end, of) => {
      await openai(url, end, of).responses.create({ model: "m", input: ASKED });
      return null;
    },
    "responses stream": (url, end, of) =>
      openai(url, end, of).responses.create({ model: "m", input: ASKED, stream: true }),
    messages: async (url, end, of) => {
      await anthropic(url, end, of).messages.create({ model: "m", max_tokens: 9, messages: ASKED });
      return null;
    },
    "messages stream": (url, end, of) =>
      anthropic(url, end, of).messages.create({ model: "m", max_tokens: 9, messages: ASKED, stream: true }),
    gemini: (url, end, of) => gemini(`${url}/v1beta/models/m:generateContent`, end, of),
    "gemini stream": (url, end, of) =>
      gemini(`${url}/v1beta/models/m:streamGenerateContent?alt=sse`, end, of),
  };

/** As the client of Google does it: the same request again, a stream that is left by closing it. */
async function gemini(url: string, end: CallEnd, fetcher = fetch): Promise<Pieces | null> {
  const { maxRetries, timeout } = optionsFor(end);
  const body = JSON.stringify({ contents: [{ role: "user", parts: [{ text: ASKED[0]?.content }] }] });
  for (let left = maxRetries; ; left--) {
    const answer = await fetcher(url, { method: "POST", body, signal: AbortSignal.timeout(timeout) });
    if (answer.status === 429 && left > 0) await answer.text();
    else return answer.body;
  }
}

function openai(url: string, end: CallEnd, fetcher?: typeof fetch): OpenAI {
  return new OpenAI({ baseURL: `${url}/v1`, ...optionsFor(end), ...(fetcher && { fetch: fetcher }) });
}

function anthropic(url: string, end: CallEnd, fetcher?: typeof fetch): Anthropic {
  return new Anthropic({ baseURL: url, ...optionsFor(end), ...(fetcher && { fetch: fetcher }) });
}

async function made(call: () => Promise<Pieces | null>, end: CallEnd): Promise<void> {
  try {
    for await (const _piece of (await call()) ?? []) if (end === "left") break;
  } catch {
    // What the agent gets is not what is looked at here.
  }
}

/** The turns of a session, with what each answered. */
function turnsOf(session: string) {
  const records = lines
    .filter((line) => line.session === session)
    .map(({ provider: api, ...line }) => makeCallRecord({ ...line, session: "s", api }));
  return projectRecords(records)
    .events.filter((event) => event.type === "turn.recorded")
    .map(({ error, output = [], attempts = [] }) => ({
      error,
      text: output.map(({ content }) => content).join("") || null,
      attempts: attempts.map((attempt) => attempt.error),
    }));
}

async function settled(session: string): Promise<ReturnType<typeof turnsOf>> {
  const wanted = EXPECTED[endOf(session)].attempts + 1;
  for (let i = 0; i < 300 && lines.filter((line) => line.session === session).length < wanted; i++)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return turnsOf(session);
}

function endOf(session: string): CallEnd {
  return session.split("|")[1] as CallEnd;
}

function expectTurn(session: string, turns: ReturnType<typeof turnsOf>): void {
  const { error, text, attempts } = EXPECTED[endOf(session)];
  const isStream = session.includes("stream");
  expect(turns, session).toHaveLength(1);
  const [turn] = turns;
  if (error === null) expect(turn?.error, session).toBeUndefined();
  else expect(turn?.error, session).toMatch(error);
  expect(turn?.text ?? null, session).toBe(isStream || text === TEXT ? text : null);
  expect(turn?.attempts, session).toHaveLength(attempts);
  for (const failed of turn?.attempts ?? []) expect(failed, session).toMatch(/^status 429/);
}

/** Only a stream can be left while it is read, or tell of an error. */
const casesOf = (name: string) =>
  ENDS.filter((end) => name.includes("stream") || (end !== "left" && end !== "told"));

const TABLE = Object.keys(CLIENTS).flatMap((name) => casesOf(name).map((end) => [name, end] as const));

describe("a call tells how it ended", () => {
  it.each(TABLE)("recorded by the library: %s, %s", async (name, end) => {
    const session = `library ${name}|${end}`;
    const recorder = new Sightglass({ url: sightglass.url, folder: null });
    const fetcher = recorder.session({ id: session }).fetch();
    await made(async () => (await CLIENTS[name]?.(`${provider}/${end}`, end, fetcher)) ?? null, end);
    expectTurn(session, await settled(session));
  });

  it.each(TABLE)("recorded by the proxy: %s, %s", async (name, end) => {
    const session = `proxy ${name}|${end}`;
    const to = name.startsWith("messages") ? "anthropic" : name.startsWith("gemini") ? "gemini" : "openai";
    const url = `${proxy}/session/${encodeURIComponent(session)}/${to}/${end}`;
    await made(async () => (await CLIENTS[name]?.(url, end)) ?? null, end);
    expectTurn(session, await settled(session));
  });

  const hasSdks = spawnSync("python3", ["-c", "import openai, anthropic"]).status === 0;
  it.skipIf(!hasSdks)("recorded by the library for Python, with the real SDKs, sync and async", async () => {
    const program = spawn("python3", ["lib/testing/every_end.py", sightglass.url, provider, ...ENDS], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    expect(await once(program, "exit")).toEqual([0, null]);
    const sessions = [...new Set(lines.map(({ session }) => session))].filter((id) =>
      id.startsWith("python"),
    );
    expect(sessions).toHaveLength(4 * (ENDS.length * 4 - 4));
    for (const session of sessions) expectTurn(session, turnsOf(session));
  });
});
