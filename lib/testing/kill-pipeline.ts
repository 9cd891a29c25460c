import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { migrate } from "@/lib/cli/bootstrap/migrate.mjs";
import { startPostgres } from "@/lib/cli/bootstrap/postgres.mjs";
import type { TestSpan } from "./otlp-bodies";
import { tracesJson } from "./otlp-bodies";

export interface KillOptions {
  readonly home: string;
  readonly project: string;
  readonly agents: number;
  /** The least number of turns per agent. Agents continue as long as processes are being killed. */
  readonly turns: number;
  readonly webs: number;
  readonly workers: number;
  readonly kills: number;
  readonly betweenMs: number;
}

export interface Killed {
  readonly url: string;
  readonly acknowledged: ReadonlyMap<string, number>;
  readonly kills: Readonly<Record<string, number>>;
  stop(): Promise<void>;
}

const RETRY_MS = 50;
const RESTART_TRIES = 60;
const POST_TIMEOUT_MS = 20_000;

/**
 * Agents send turns to several web processes, and several workers process them. Meanwhile processes are killed,
 * including PostgreSQL, and each one is started again. On return every agent's last turn is acknowledged and all
 * processes run.
 */
export async function killPipeline(options: KillOptions): Promise<Killed> {
  const { home, project, agents, webs, workers } = options;
  const server = await startPostgres(home);
  await migrate(server.url);
  const processes = new Processes(server.url, project);
  await Promise.all([
    ...Array.from({ length: webs }, () => processes.start("web")),
    ...Array.from({ length: workers }, () => processes.start("worker")),
  ]);
  const killing = { isOver: false };
  const sent = Promise.all(
    Array.from({ length: agents }, (_, i) =>
      sendTurns(processes, `agent-${i}`, WAYS[i % WAYS.length] ?? "events", options.turns, killing),
    ),
  );
  const kills: Record<string, number> = { web: 0, worker: 0, postgres: 0 };
  for (let i = 0; i < options.kills; i++) {
    await wait(options.betweenMs * (0.5 + Math.random()));
    const kind = (["web", "worker", "postgres"] as const)[i % 3] ?? "web";
    kills[kind] = (kills[kind] ?? 0) + 1;
    if (kind === "postgres") await killPostgres(home, server.restart);
    else await processes.replace(kind);
  }
  killing.isOver = true;
  return {
    url: server.url,
    acknowledged: new Map(await sent),
    kills,
    stop: async () => {
      processes.stop();
      await server.stop();
    },
  };
}

class Processes {
  private readonly running = { web: new Set<ChildProcess>(), worker: new Set<ChildProcess>() };
  private readonly addresses = new Map<ChildProcess, string>();

  constructor(
    private readonly databaseUrl: string,
    private readonly project: string,
  ) {}

  async start(kind: "web" | "worker"): Promise<void> {
    const script = path.resolve("lib/testing/pipeline-process.ts");
    const child = spawn(process.execPath, ["--import", "tsx", script, kind, this.project], {
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      env: { ...process.env, DATABASE_URL: this.databaseUrl },
    });
    const [message] = (await Promise.race([once(child, "message"), once(child, "exit")])) as [unknown];
    const ready = (message as { ready?: string } | null)?.ready;
    if (ready === undefined) {
      await wait(RETRY_MS);
      return this.start(kind);
    }
    this.running[kind].add(child);
    this.addresses.set(child, ready);
  }

  async replace(kind: "web" | "worker"): Promise<void> {
    const all = [...this.running[kind]];
    const child = all[Math.floor(Math.random() * all.length)];
    if (child === undefined) return;
    this.running[kind].delete(child);
    child.kill("SIGKILL");
    await this.start(kind);
  }

  web(): string | undefined {
    const all = [...this.running.web];
    const child = all[Math.floor(Math.random() * all.length)];
    return child === undefined ? undefined : this.addresses.get(child);
  }

  stop(): void {
    for (const child of [...this.running.web, ...this.running.worker]) child.kill("SIGKILL");
  }
}

async function killPostgres(home: string, restart: () => Promise<void>): Promise<void> {
  const file = path.join(home, "postgres", "postmaster.pid");
  process.kill(Number(readFileSync(file, "utf8").split("\n")[0]), "SIGKILL");
  for (let tries = 0; ; tries++) {
    await wait(RETRY_MS * 4);
    try {
      return await restart();
    } catch (error) {
      if (tries === RESTART_TRIES) throw error;
    }
  }
}

/**
 * Sends turn after turn, each until it is acknowledged.
 * @returns the session and how many turns it has
 */
async function sendTurns(
  processes: Processes,
  session: string,
  how: Way,
  turns: number,
  killing: { readonly isOver: boolean },
): Promise<[string, number]> {
  for (let turn = 0; ; turn++) {
    if (turn >= turns && killing.isOver) return [session, turn];
    const body = JSON.stringify(BODY_OF[how](session, turn));
    while (!(await acknowledged(processes.web(), how, body))) await wait(RETRY_MS);
    if (turn >= turns) await wait(RETRY_MS * 10);
  }
}

async function acknowledged(url: string | undefined, how: string, body: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/${how}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal: AbortSignal.timeout(POST_TIMEOUT_MS),
    });
    if (!response.ok) return false;
    const report = (await response.json()) as { accepted?: number; duplicates?: number };
    if (how === "traces") return Object.keys(report).length === 0;
    return (report.accepted ?? 0) + (report.duplicates ?? 0) === 1;
  } catch {
    return false;
  }
}

const atOf = (turn: number) => Date.UTC(2026, 0, 1) + turn * 1_000;

function eventOf(session: string, turn: number): object {
  return {
    id: `turn-${turn}`,
    session,
    at: new Date(atOf(turn)).toISOString(),
    type: "turn.recorded",
    turn,
    window: { append: [{ id: `question-${turn}`, kind: "user_message", content: `question ${turn}` }] },
    output: [{ id: `answer-${turn}`, kind: "assistant_text", content: `answer ${turn} of ${session}` }],
  };
}

function messagesOf(turn: number): { role: string; content: string }[] {
  return Array.from({ length: 2 * turn + 1 }, (_, i) => ({
    role: i % 2 === 0 ? "user" : "assistant",
    content: `${i % 2 === 0 ? "question" : "answer"} ${Math.floor(i / 2)}`,
  }));
}

function callOf(session: string, turn: number): object {
  const messages = messagesOf(turn);
  return {
    id: `${session}-${turn}`,
    session,
    startedAt: atOf(turn),
    request: { model: "gpt-5-mini", messages },
    response: {
      id: `answer-${session}-${turn}`,
      choices: [{ message: { role: "assistant", content: `answer ${turn}` }, finish_reason: "stop" }],
    },
  };
}

function spanOf(session: string, turn: number): TestSpan {
  const parts = (content: string) => [{ type: "text", content }];
  const messages = messagesOf(turn).map(({ role, content }) => ({ role, parts: parts(content) }));
  return {
    trace: createHash("sha256").update(session).digest("hex").slice(0, 32),
    id: `turn${turn}`,
    name: "chat",
    at: atOf(turn),
    attributes: {
      "gen_ai.operation.name": "chat",
      "session.id": session,
      "gen_ai.input.messages": JSON.stringify(messages),
      "gen_ai.output.messages": JSON.stringify([{ role: "assistant", parts: parts(`answer ${turn}`) }]),
    },
  };
}

/** The ways in which agents send their turns, by the routes' last words. */
const WAYS = ["events", "model-calls", "traces"] as const;
type Way = (typeof WAYS)[number];

const BODY_OF: Record<Way, (session: string, turn: number) => object> = {
  events: (session, turn) => ({ events: [eventOf(session, turn)] }),
  "model-calls": (session, turn) => ({ calls: [callOf(session, turn)] }),
  traces: (session, turn) => tracesJson("agent", [spanOf(session, turn)]),
};
