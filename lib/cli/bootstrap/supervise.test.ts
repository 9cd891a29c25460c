import { spawn, type ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { keepDatabase, computePause, supervise } from "./supervise.mjs";

/** A process that says that it works, and goes on. */
const WORKS = "process.send('ready'); setInterval(() => undefined, 1_000)";
const DIES = "process.kill(process.pid, 'SIGKILL')";
const FAILS = "process.exit(1)";
const PASSES = "process.exit(75)";
/** Works, and does not let go. */
const CLINGS = `process.on('SIGTERM', () => undefined); ${WORKS}`;

const soon = () => 1;
const WAIT = { timeout: 50_000 };

function running(...programs: readonly string[]) {
  return runningWith({}, ...programs);
}

function runningWith(options: { wellAfterMs?: number; patienceMs?: number }, ...programs: readonly string[]) {
  const ending = new AbortController();
  const children: ChildProcess[] = [];
  const states: { state: string; restarts: number }[] = [];
  const { ready, ended } = supervise({
    signal: ending.signal,
    name: "worker",
    spawn: () => {
      const program = programs[Math.min(children.length, programs.length - 1)] ?? WORKS;
      const stdio = ["ignore", "ignore", "ignore", "ipc"] as const;
      const child = spawn(process.execPath, ["-e", program], { stdio: [...stdio] });
      children.push(child);
      return child;
    },
    onChange: (state) => void states.push(state),
    pause: soon,
    ...options,
  });
  const stop = async () => {
    ending.abort();
    await ended;
  };
  return { ready, stop, children, states };
}

describe("a process that is kept running", () => {
  it("comes back however often it and its successors end while they start", async () => {
    const { ready, stop, children, states } = running(
      WORKS,
      DIES,
      FAILS,
      DIES,
      PASSES,
      FAILS,
      FAILS,
      FAILS,
      WORKS,
    );
    await ready;
    children[0]?.kill("SIGKILL");
    await expect.poll(() => states.filter(({ state }) => state === "working"), WAIT).toHaveLength(2);
    expect(children).toHaveLength(9);
    expect(states.at(-1)).toMatchObject({ state: "working", restarts: 8 });
    await stop();
    expect(children.at(-1)?.signalCode).toBe("SIGTERM");
  });

  it("that worked for a while has not failed, however often somebody kills it", async () => {
    const { ready, stop, children, states } = runningWith({ wellAfterMs: -1 }, WORKS);
    await ready;
    for (const times of [2, 3, 4]) {
      children.at(-1)?.kill("SIGKILL");
      await expect.poll(() => states.filter(({ state }) => state === "working"), WAIT).toHaveLength(times);
    }
    expect(states.at(-1)).toMatchObject({ state: "working", restarts: 0 });
    await stop();
  });

  it("may be killed during its very first start, or find its database away", async () => {
    const { ready, stop, children } = running(DIES, PASSES, WORKS);
    await ready;
    expect(children).toHaveLength(3);
    await stop();
  });

  it("is given up where it cannot work: it ends by itself at the very first start", async () => {
    const { ready, stop, children } = running(FAILS);
    await expect(ready).rejects.toThrow("The worker stopped while it was starting");
    expect(children).toHaveLength(1);
    await stop();
  });

  it("is not started again once it is to stop", async () => {
    const { ready, stop, children } = running(WORKS);
    await ready;
    await stop();
    expect(children).toHaveLength(1);
  });

  it("is not started again when others end it before the one who keeps it is done: a terminal tells all at once", async () => {
    const { ready, stop, children, states } = running(WORKS);
    await ready;
    children[0]?.kill("SIGINT");
    await stop();
    expect(children).toHaveLength(1);
    expect(states.map(({ state }) => state)).toEqual(["starting", "working"]);
  });

  it("is not waited for longer than its time, and not by the others", async () => {
    const { ready, stop, children } = runningWith({ patienceMs: 50 }, CLINGS);
    await ready;
    await stop();
    expect(children.map(({ signalCode }) => signalCode)).toEqual(["SIGKILL"]);
  });

  it("is ended also while it starts, or while it waits to be started again", async () => {
    const starting = running("setInterval(() => undefined, 1_000)");
    await starting.stop();
    await starting.ready;
    expect(starting.children.map(({ signalCode }) => signalCode)).toEqual(["SIGTERM"]);
    const stopped = AbortSignal.abort();
    const { ready, ended } = supervise({
      name: "worker",
      signal: stopped,
      spawn: () => expect.unreachable("it was started after its end"),
    });
    await Promise.all([ready, ended]);
  });

  it("is waited for longer and longer, up to half a minute", () => {
    expect([0, 1, 2, 3, 20].map(computePause)).toEqual([0, 500, 1_000, 2_000, 30_000]);
  });
});

describe("a database that stops by itself", () => {
  it("is brought back however often that fails", async () => {
    const events = new EventEmitter();
    const states: string[] = [];
    let tries = 0;
    const restart = () => (++tries < 9 ? Promise.reject(new Error("no room")) : Promise.resolve());
    const { signal } = new AbortController();
    keepDatabase(
      { events, restart },
      { signal, onChange: ({ state }) => void states.push(state), pause: soon },
    );
    events.emit("exit");
    await expect.poll(() => states.at(-1)).toBe("working");
    expect(tries).toBe(9);
  });
});
