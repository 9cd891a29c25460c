import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { describeFileProblem, writeGateFiles } from "./gate-files";
import type { GateCase } from "./gate-report";
import { GATE_EXIT_CODES, writeGateJson, writeGateLines, findWorst } from "./gate-report";

export const GATE_USAGE = `sightglass gate --url URL (--session ID | --file FILE)… [--contract FILE] [--key KEY] [--junit FILE] [--json FILE] [--sarif FILE]

Holds sessions against a contract of findings. Ends with 0 when all keep it, with 1 when one breaks it, with 2 when that
cannot be told.

  --url URL         a running Sightglass, else SIGHTGLASS_URL
  --session ID      a session that is there, as its sender names it or by its public id; may be given often
  --file FILE       an exported session, which is sent there first; may be given often
  --contract FILE   what is allowed, as JSON; without one no serious finding passes
  --key KEY         an API key, else SIGHTGLASS_API_KEY; in local mode none is needed
  --junit FILE      writes the verdicts as JUnit has them
  --json FILE       writes them as JSON; - is standard output
  --sarif FILE      writes what is broken as SARIF 2.1.0

On GitHub Actions it also annotates the run and writes the run's summary.`;

/** What a command needs of the program that it is in. */
export interface GateProgram {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch: typeof fetch;
  readonly say: (line: string) => void;
}

interface Asked {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly contract: string | null;
  readonly fetch: typeof fetch;
}

/** Long enough for a session of thousands of turns to be read and analysed. */
const WAIT_MS = 30_000;
const ASKED_AGAIN_MAX = 10;
const NAME = "sightglass.gate";

/** What is wrong with the arguments of the command; how it is used says more. */
export class GateUsageError extends Error {}

/**
 * Runs the command.
 * @returns its exit code
 * @throws GateUsageError @throws Error for a file that cannot be read or written, in plain words
 */
export async function runGate(args: readonly string[], { env, fetch, say }: GateProgram): Promise<number> {
  const values = readValues(args);
  const url = values.url ?? env.SIGHTGLASS_URL ?? "";
  if (!/^https?:\/\//.test(url))
    throw new GateUsageError("name a running Sightglass: --url http://127.0.0.1:4318");
  if (values.session.length + values.file.length === 0)
    throw new GateUsageError("name what to check: --session ID or --file FILE");
  const key = values.key ?? env.SIGHTGLASS_API_KEY ?? "";
  const asked: Asked = {
    url: url.replace(/(?<!\/)\/+$/, ""),
    headers: key === "" ? {} : { authorization: `Bearer ${key}` },
    contract: values.contract === undefined ? null : (await readNamed(values.contract)).toString("utf8"),
    fetch,
  };
  const cases: GateCase[] = [];
  for (const file of values.file) cases.push(...(await checkFile(asked, file)));
  for (const session of values.session) cases.push(await checkSession(asked, session, session));
  const { junit, sarif } = values;
  const isPrinted = values.json === "-";
  if (!isPrinted) for (const line of writeGateLines(cases)) say(line);
  const json = isPrinted ? undefined : values.json;
  await writeGateFiles(NAME, cases, { junit, json, sarif }, { env, say: isPrinted ? null : say });
  if (isPrinted) say(writeGateJson(NAME, cases).trimEnd());
  return GATE_EXIT_CODES[findWorst(cases)];
}

function readValues(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        url: { type: "string" },
        key: { type: "string" },
        session: { type: "string", multiple: true, default: [] },
        file: { type: "string", multiple: true, default: [] },
        contract: { type: "string" },
        junit: { type: "string" },
        json: { type: "string" },
        sarif: { type: "string" },
      },
    }).values;
  } catch (error) {
    throw new GateUsageError(readMessage(error));
  }
}

async function readNamed(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new Error(`${file} cannot be read: ${describeFileProblem(error)}`, { cause: error });
  }
}

async function checkFile(asked: Asked, file: string): Promise<GateCase[]> {
  const name = basename(file);
  try {
    const body = new Uint8Array(await readNamed(file));
    const headers = { "content-type": "application/octet-stream" };
    const sent = await answer(asked, `/api/v1/import?name=${encodeURIComponent(name)}`, {
      method: "POST",
      headers,
      body,
    });
    const { sessions } = sent as { sessions: readonly { id: string; externalId: string }[] };
    if (sessions.length === 0) return [makeUntold(name, "the file holds no session")];
    return await Promise.all(
      sessions.map(({ id, externalId }) => checkSession(asked, id, `${name} · ${externalId}`)),
    );
  } catch (error) {
    return [makeUntold(name, readMessage(error))];
  }
}

interface GateAnswer {
  readonly verdict: GateCase["verdict"];
  readonly limits: GateCase["limits"];
  readonly missing: readonly string[];
  readonly waiting: number;
  readonly asOfTurn: number | null;
  readonly analysedAsOfTurn: number | null;
}

async function checkSession(asked: Asked, session: string, name: string): Promise<GateCase> {
  const query = new URLSearchParams({
    wait: String(WAIT_MS),
    ...(asked.contract !== null && { contract: asked.contract }),
  });
  const path = `/api/v1/sessions/${encodeURIComponent(session)}/gate?${query}`;
  const link = `${asked.url}/sessions/${encodeURIComponent(session)}`;
  const started = Date.now();
  try {
    for (let left = ASKED_AGAIN_MAX; ; left--) {
      const found = (await answer(asked, path)) as GateAnswer;
      const { verdict, limits, missing } = found;
      if (isWhole(found) || left === 0)
        return {
          name,
          verdict: isWhole(found) ? verdict : "unknown",
          limits,
          missing,
          problem: describeLateness(found),
          link,
          seconds: (Date.now() - started) / 1_000,
        };
    }
  } catch (error) {
    return makeUntold(name, readMessage(error));
  }
}

/** A verdict on a part of a session does not count: its last turn may break the contract. */
function isWhole({ waiting, asOfTurn, analysedAsOfTurn }: GateAnswer): boolean {
  return waiting === 0 && asOfTurn === analysedAsOfTurn;
}

function describeLateness(found: GateAnswer): string | null {
  return isWhole(found) ? null : "the session is still being worked in";
}

async function answer(
  { url, headers, fetch }: Asked,
  path: string,
  init: RequestInit = {},
): Promise<unknown> {
  const response = await fetch(`${url}${path}`, { ...init, headers: { ...headers, ...init.headers } }).catch(
    () => {
      throw new Error(`nobody answers at ${url}`);
    },
  );
  const text = await response.text();
  const body = parseAnswer(text) as { error?: { message?: string } } | null;
  if (response.ok && body !== null) return body;
  throw new Error(
    body?.error?.message ?? `${url} answers ${response.status}; it does not look like Sightglass`,
  );
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function makeUntold(name: string, problem: string): GateCase {
  return { name, verdict: "unknown", limits: [], missing: [], problem };
}

function readMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
