import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort } from "@/lib/cli/bootstrap/postgres.mjs";
import { endOf } from "@/lib/program.mjs";

const LOOK_MS = 10;
/** Where PostgreSQL's control file says in which state the database is, and the state after a clean stop. */
const STATE_AT = 16;
const CLEANLY_STOPPED = 1;

/** The program as `npm start` starts it, with a home and a port of its own. Linux tells which processes belong to it. */
export class StartedProduct {
  output = "";

  private constructor(
    readonly home: string,
    readonly port: number,
    readonly child: ChildProcess,
  ) {
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => (this.output += String(chunk)));
  }

  static async begin(home: string, more: Record<string, string> = {}): Promise<StartedProduct> {
    const port = await findFreePort();
    const { DATABASE_URL: _, ...env } = process.env;
    const own = { SIGHTGLASS_HOME: home, PORT: String(port), SIGHTGLASS_DEMO: "0" };
    const child = spawn(process.execPath, ["lib/cli/start.mjs"], {
      env: { ...env, NODE_ENV: "production", ...own, ...more },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    return new StartedProduct(home, port, child);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** @throws when the program ends before */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      if (this.hasEnded) throw new Error(`the program stopped:\n${this.output}`);
      await wait(LOOK_MS);
    }
  }

  async works(): Promise<void> {
    await this.until(() => this.output.includes("Sightglass is at "));
  }

  /** @param to all of its group, as a terminal does, or its first process alone */
  tell(signal: NodeJS.Signals, to: "group" | "first" = "first"): void {
    const pid = this.child.pid ?? 0;
    process.kill(to === "group" ? -pid : pid, signal);
  }

  /** What is left after its end. */
  async left() {
    const end = await endOf(this.child, "close");
    return {
      end,
      startedAgain: this.output.match(/.*starting it again.*/g) ?? [],
      processes: this.processes(),
      isListening: await isListening(this.port),
      database: stateOf(path.join(this.home, "postgres")),
      claims: fs.readdirSync(this.home).filter((name) => name === "running.json"),
    };
  }

  /** The command lines of what was started for this home and still runs. */
  processes(): string[] {
    return processIds().flatMap((pid) => {
      const [environment, command] = ["environ", "cmdline"].map((file) => readProc(pid, file));
      return environment?.includes(`SIGHTGLASS_HOME=${this.home}\0`) ? [`${pid} ${command}`] : [];
    });
  }

  /** The processes of the database that each serve one connection. */
  backends(): number[] {
    const file = path.join(this.home, "postgres", "postmaster.pid");
    const [pid] = fs.existsSync(file) ? fs.readFileSync(file, "utf8").split("\n") : [];
    const children = readProc(Number(pid), `task/${pid}/children`);
    return children
      .split(" ")
      .map(Number)
      .filter((child) => child > 0 && readProc(child, "cmdline").startsWith("postgres: sightglass "));
  }
}

/** What a product has left that ended as it should. */
export const NOTHING_LEFT = {
  end: "exit code 0",
  startedAgain: [],
  processes: [],
  isListening: false,
  database: CLEANLY_STOPPED,
  claims: [],
};

function processIds(): number[] {
  return fs.readdirSync("/proc").map(Number).filter(Number.isInteger);
}

function readProc(pid: number, file: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

/** `null` where there is no database; "locked" while a server, or its remains, hold it. */
function stateOf(folder: string): number | "locked" | null {
  if (fs.existsSync(path.join(folder, "postmaster.pid"))) return "locked";
  const file = path.join(folder, "global/pg_control");
  return fs.existsSync(file) ? fs.readFileSync(file).readUInt32LE(STATE_AT) : null;
}

async function isListening(port: number): Promise<boolean> {
  const socket = net.connect(port, "127.0.0.1");
  const answer = await Promise.race([
    once(socket, "connect").then(() => true),
    once(socket, "error").then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return answer;
}
