import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { migrate } from "@/lib/cli/bootstrap/migrate.mjs";
import { startPostgres } from "@/lib/cli/bootstrap/postgres.mjs";
import type { TestSpan } from "../otlp-bodies";
import { tracesJson } from "../otlp-bodies";
import { compiled } from "../compiled";

export interface KillOptions {
  readonly home: string;
  readonly project: string;
  readonly agents: number;
  /**
   * Turns of a session. An agent whose session has them begins another as long as processes are being killed, so that the
   * load of a kill does not depend on how many came before.
   */
  readonly turns: number;
  readonly webs: number;
  readonly workers: number;
  readonly kills: number;
  readonly betweenMs: number;
  /** Is told of every kill when what was killed runs again. */
  readonly onKill?: (kill: Kill) => void;
}

export interface Kill {
  readonly no: number;
  readonly kind: KillKind;
  /** Milliseconds until the process ran again. */
  readonly backMs: number;
  /** Turns acknowledged so far. */
  readonly acknowledged: number;
}

const KILL_KINDS = ["web", "worker", "postgres"] as const;
type KillKind = (typeof KILL_KINDS)[number];

export interface Killed {
  readonly url: string;
  readonly acknowledged: ReadonlyMap<string, number>;
  readonly kills: Readonly<Record<string, number>>;
  stop(): Promise<void>;
}

const RETRY_MS = 50;
/** Between two turns of an agent. */
const PAUSE_MS = 400;
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
  const killing: Killing = { isOver: false, acknowledged: 0 };
  const sent = Promise.all(
    Array.from({ length: agents }, (_, i) =>
      sendSessions(processes, `agent-${i}`, WAYS[i % WAYS.length] ?? "events", options.turns, killing),
    ),
  );
  const kills = await killAll(options, killing, (kind) =>
    kind === "postgres" ? killPostgres(home, server.restart) : processes.replace(kind),
  );
  killing.isOver = true;
  return {
    url: server.url,
    acknowledged: new Map((await sent).flat()),
    kills,
    stop: async () => {
      processes.stop();
      await server.stop();
    },
  };
}

interface Killing {
  isOver: boolean;
  acknowledged: number;
}

/**
 * Kills one after the other at random moments, of each kind one in three, in an order by chance. A process of a kind is
 * killed when the one before it runs again, whatever else is just starting; nothing is killed while PostgreSQL starts.
 */
async function killAll(
  { kills, betweenMs, onKill }: KillOptions,
  killing: Killing,
  kill: (kind: KillKind) => Promise<void>,
): Promise<Record<KillKind, number>> {
  const done: Record<KillKind, number> = { web: 0, worker: 0, postgres: 0 };
  const under = new Map<KillKind, Promise<void>>();
  let order: KillKind[] = [];
  for (let no = 1; no <= kills; no++) {
    await wait(betweenMs * (0.5 + Math.random()));
    if (order.length === 0) order = KILL_KINDS.toSorted(() => Math.random() - 0.5);
    const kind = order.pop() ?? "web";
    await under.get(kind);
    const began = performance.now();
    const back = kill(kind).then(() => {
      done[kind]++;
      onKill?.({ no, kind, backMs: performance.now() - began, acknowledged: killing.acknowledged });
    });
    under.set(kind, back);
    if (kind === "postgres") await back;
  }
  await Promise.all(under.values());
  return done;
}

class Processes {
  private readonly running = { web: new Set<ChildProcess>(), worker: new Set<ChildProcess>() };
  private readonly addresses = new Map<ChildProcess, string>();

  constructor(
    private readonly databaseUrl: string,
    private readonly project: string,
  ) {}

  async start(kind: "web" | "worker"): Promise<void> {
    const script = compiled("lib/testing/kills/pipeline-process.ts");
    const child = spawn(process.execPath, [script, kind, this.project], {
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
 * Sends session after session, turn after turn, each until it is acknowledged, until there is nothing left to kill.
 * @returns the sessions and how many turns each has
 */
async function sendSessions(
  processes: Processes,
  agent: string,
  how: Way,
  turns: number,
  killing: Killing,
): Promise<[string, number][]> {
  const sent: [string, number][] = [];
  do {
    const session = `${agent}-${sent.length}`;
    let turn = 0;
    for (; turn < turns && !(killing.isOver && sent.length > 0); turn++) {
      const body = JSON.stringify(BODY_OF[how](session, turn));
      while (!(await acknowledged(processes.web(), how, body))) await wait(RETRY_MS);
      killing.acknowledged++;
      await wait(PAUSE_MS);
    }
    if (turn > 0) sent.push([session, turn]);
  } while (!killing.isOver);
  return sent;
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
