import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import os from "node:os";
import path from "node:path";
import { OtherProcesses } from "@/lib/metrics";
import type { Program } from "@/lib/program.mjs";
import { endOf, endWithin, SPARING, startProgram } from "@/lib/program.mjs";
import type { CountsMessage } from "./tell-counts";

/** Tells the process who asks: only the web process knows it. */
export const RECEIVER_SECRET_HEADER = "x-sightglass-receiver";

const HEAP_MB_MAX = 1_536;
/** A process that nobody needs ends, and what it took of the machine's memory is free again. */
const IDLE_MS = 30_000;
const END_MS_MAX = 5_000;
/** A body that has arrived is answered within this time. An import waits for its job, and says so if that takes too long. */
const ANSWER_MS_MAX = 10 * 60_000;
const NAME_BYTES = 12;
const OF_ONE_CONNECTION = new Set(["connection", "keep-alive", "transfer-encoding", "date", "expect"]);

/**
 * A process that receives bodies for this one, which hands on their bytes only. It is started when it is needed, and again
 * when it has died.
 */
export class ReceiverProcess {
  private readonly secret = randomBytes(NAME_BYTES).toString("hex");
  private child: ChildProcess | null = null;
  private place: Promise<string> | null = null;
  private timer: NodeJS.Timeout | undefined;
  private underWay = 0;

  /** @param others is told what the process counts @param program what the process runs */
  constructor(
    private readonly others = new OtherProcesses(),
    private readonly program: Program = "lib/server/receiver.ts",
  ) {}

  /**
   * Has a request answered.
   * @param taken what was read of its body already
   * @returns whether it was answered; not when the process could not be reached or died
   */
  async answer(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    taken: readonly Buffer[],
  ): Promise<boolean> {
    clearTimeout(this.timer);
    this.underWay++;
    try {
      const socketPath = await (this.place ??= this.startAnew());
      return await this.handOn(socketPath, incoming, outgoing, taken);
    } catch {
      return outgoing.headersSent;
    } finally {
      if (--this.underWay === 0) this.timer = setTimeout(() => void this.stop(), IDLE_MS).unref();
    }
  }

  /** Ends the process, when it has finished what it does. */
  async stop(): Promise<void> {
    const child = this.child;
    this.child = this.place = null;
    if (child !== null) await endWithin(child, END_MS_MAX);
  }

  private async startAnew(): Promise<string> {
    try {
      return await this.start();
    } catch (error) {
      this.place = null;
      throw error;
    }
  }

  private async start(): Promise<string> {
    const folder = process.platform === "win32" ? null : mkdtempSync(path.join(os.tmpdir(), "sightglass-"));
    const place =
      folder === null
        ? `\\\\.\\pipe\\sightglass-${randomBytes(NAME_BYTES).toString("hex")}`
        : path.join(folder, "receiver");
    const child = startProgram(this.program, [place], {
      nodeFlags: [`--max-old-space-size=${HEAP_MB_MAX}`, ...SPARING],
    });
    this.child = child;
    child.on("message", (said: Partial<CountsMessage>) => {
      if (said.counted !== undefined) void this.others.note("receiver", child.pid ?? 0, said.counted);
    });
    child.send(this.secret, () => undefined);
    const gone = endOf(child).finally(() => {
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
      if (this.child === child) this.child = this.place = null;
    });
    const isListening = await Promise.race([once(child, "message").then(() => true), gone.then(() => false)]);
    if (!isListening) throw new Error("the process that receives large bodies ended while it was starting");
    return place;
  }

  private handOn(
    socketPath: string,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    taken: readonly Buffer[],
  ): Promise<boolean> {
    return new Promise((resolve) => {
      const headers = { ...stripConnection(incoming.headers), [RECEIVER_SECRET_HEADER]: this.secret };
      const chunked = incoming.headers["content-length"] === undefined && { "transfer-encoding": "chunked" };
      const asked = ask({
        socketPath,
        method: incoming.method,
        path: incoming.url,
        headers: { ...headers, ...chunked },
      });
      const { child } = this;
      let late: NodeJS.Timeout | undefined;
      asked.once("finish", () => (late = setTimeout(() => child?.kill("SIGKILL"), ANSWER_MS_MAX).unref()));
      asked.once("close", () => clearTimeout(late));
      // Whoever has gone needs no answer.
      outgoing.once("close", () => asked.destroy());
      asked.on("error", () => resolve(outgoing.headersSent || outgoing.destroyed));
      asked.once("response", (answer) => {
        for (const [name, value] of Object.entries(stripConnection(answer.headers)))
          if (value !== undefined) outgoing.setHeader(name, value);
        outgoing.writeHead(answer.statusCode ?? 500);
        answer.on("error", () => outgoing.destroy());
        answer.once("close", () => resolve(true));
        answer.pipe(outgoing);
      });
      for (const chunk of taken) asked.write(chunk);
      incoming.pipe(asked);
    });
  }
}

function stripConnection(headers: IncomingMessage["headers"]): IncomingMessage["headers"] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_CONNECTION.has(name)));
}
