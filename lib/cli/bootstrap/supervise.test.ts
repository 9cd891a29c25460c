import { spawn, type ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { keepDatabase, pauseAfter, supervise, withReturningDatabase } from "./supervise.mjs";

/** A process that says that it works, and goes on. */
const WORKS = "process.send('ready'); setInterval(() => undefined, 1_000)";
const DIES = "process.kill(process.pid, 'SIGKILL')";
const FAILS = "process.exit(1)";
const PASSES = "process.exit(75)";

const soon = () => 1;
const WAIT = { timeout: 50_000 };

function running(...programs: readonly string[]) {
  return runningWith({}, ...programs);
}

function runningWith(options: { wellAfterMs?: number }, ...programs: readonly string[]) {
  const children: ChildProcess[] = [];
  const states: { state: string; restarts: number }[] = [];
  const life = supervise({
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
  return { life, children, states };
}

describe("a process that is kept running", () => {
  it("comes back however often it and its successors end while they start", async () => {
    const { life, children, states } = running(WORKS, DIES, FAILS, DIES, PASSES, FAILS, FAILS, FAILS, WORKS);
    await life.ready;
    children[0]?.kill("SIGKILL");
    await expect.poll(() => states.filter(({ state }) => state === "working"), WAIT).toHaveLength(2);
    expect(children).toHaveLength(9);
    expect(states.at(-1)).toMatchObject({ state: "working", restarts: 8 });
    await life.stop();
    expect(children.at(-1)?.signalCode).toBe("SIGTERM");
  });

  it("that worked for a while has not failed, however often somebody kills it", async () => {
    const { life, children, states } = runningWith({ wellAfterMs: -1 }, WORKS);
    await life.ready;
    for (const times of [2, 3, 4]) {
      children.at(-1)?.kill("SIGKILL");
      await expect.poll(() => states.filter(({ state }) => state === "working"), WAIT).toHaveLength(times);
    }
    expect(states.at(-1)).toMatchObject({ state: "working", restarts: 0 });
    await life.stop();
  });

  it("may be killed during its very first start, or find its database away", async () => {
    const { life, children } = running(DIES, PASSES, WORKS);
    await life.ready;
    expect(children).toHaveLength(3);
    await life.stop();
  });

  it("is given up where it cannot work: it ends by itself at the very first start", async () => {
    const { life, children } = running(FAILS);
    await expect(life.ready).rejects.toThrow("The worker stopped while it was starting");
    expect(children).toHaveLength(1);
    await life.stop();
  });

  it("is not started again once it is to stop", async () => {
    const { life, children } = running(WORKS);
    await life.ready;
    await life.stop();
    expect(children).toHaveLength(1);
  });

  it("is waited for longer and longer, up to half a minute", () => {
    expect([0, 1, 2, 3, 20].map(pauseAfter)).toEqual([0, 500, 1_000, 2_000, 30_000]);
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

  it("is waited for by what needs it at the start, and other errors are not", async () => {
    const { signal } = new AbortController();
    let tries = 0;
    const away = Object.assign(new Error("starting up"), { code: "57P03" });
    const work = () =>
      ++tries < 4 ? Promise.reject(new Error("no database", { cause: away })) : Promise.resolve("done");
    expect(await withReturningDatabase(work, { signal, pause: soon })).toBe("done");
    const wrong = () => Promise.reject(new Error("the database is newer"));
    await expect(withReturningDatabase(wrong, { signal, pause: soon })).rejects.toThrow("newer");
  });
});
