import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { NOTHING_LEFT, StartedProduct } from "@/lib/testing/servers/started-product";

/** Processes and their backends are looked at as Linux shows them. */
const onLinux = describe.runIf(process.platform === "linux");

const homes: string[] = [];
const products: StartedProduct[] = [];
afterAll(async () => {
  for (const product of products) if (!product.hasEnded) product.tell("SIGKILL", "group");
  await Promise.all(products.map((product) => product.left()));
  for (const home of homes) fs.rmSync(home, { recursive: true, force: true });
});

function newHome(): string {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "sightglass-start-"));
  fs.chmodSync(home, 0o755);
  homes.push(home);
  return home;
}

async function begin(home: string): Promise<StartedProduct> {
  const product = await StartedProduct.begin(home);
  products.push(product);
  return product;
}

const START_MS = 400_000;

onLinux("a program that is told to end", () => {
  const home = newHome();
  const there = (name: string) => () => fs.existsSync(path.join(home, name));

  it(
    "ends while its database is made, and the next start makes it",
    async () => {
      const product = await begin(home);
      await product.until(there("postgres.new"));
      product.tell("SIGTERM");
      expect(await product.left()).toEqual({ ...NOTHING_LEFT, database: null });
    },
    START_MS,
  );

  it(
    "ends while it migrates, and the next start goes on with that",
    async () => {
      const product = await begin(home);
      await product.until(() => product.output.includes("starting the database"));
      product.tell("SIGINT");
      expect(await product.left()).toEqual(NOTHING_LEFT);
    },
    START_MS,
  );

  it(
    "ends while its app starts",
    async () => {
      const product = await begin(home);
      await product.until(() => product.output.includes("bringing the database up to date"));
      await wait(300);
      product.tell("SIGTERM");
      expect(await product.left()).toEqual(NOTHING_LEFT);
    },
    START_MS,
  );

  it(
    "ends under load when it is told twice, and keeps what it has acknowledged",
    async () => {
      const product = await begin(home);
      await product.works();
      const load = sendTo(product);
      const [half, live] = await Promise.all([
        halfRequest(product),
        fetch(`${product.url}/api/v1/sessions/stream`),
      ]);
      await expect.poll(() => load.acknowledged, { timeout: START_MS }).toBeGreaterThan(20);
      product.tell("SIGTERM");
      await wait(50);
      product.tell("SIGTERM");
      expect(await product.left()).toEqual(NOTHING_LEFT);
      half.destroy();
      await live.body?.cancel().catch(() => undefined);
      await load.stop();
      acknowledged = load.acknowledged;
    },
    START_MS,
  );
  let acknowledged = 0;

  it(
    "ends when a terminal interrupts all of its processes at the same moment",
    async () => {
      const product = await begin(home);
      await product.works();
      await expect
        .poll(() => sessionsOf(product), { timeout: START_MS })
        .toBeGreaterThanOrEqual(acknowledged);
      product.tell("SIGINT", "group");
      expect(await product.left()).toEqual(NOTHING_LEFT);
    },
    START_MS,
  );
});

onLinux("a start whose connections to the database are lost", () => {
  it(
    "comes to its end, whichever are lost, while it migrates and after",
    async () => {
      const product = await begin(newHome());
      let killed = 0;
      const KILLS = 12;
      const isReady = () => product.output.includes("Sightglass is at ");
      await product.until(() => {
        const backends = product.backends();
        const victim = backends[Math.floor(Math.random() * backends.length)];
        if (victim !== undefined && killed < KILLS && Math.random() < 0.1) {
          // Every fourth is killed the hard way: then PostgreSQL ends all of them, and recovers.
          process.kill(victim, ++killed % 4 === 0 ? "SIGKILL" : "SIGTERM");
        }
        return isReady();
      });
      expect(killed).toBeGreaterThan(0);
      await expect.poll(() => sessionsOf(product), { timeout: START_MS }).toBe(0);
      expect(product.output).not.toMatch(/Unhandled|at Client\.|node:events/);
      product.tell("SIGTERM");
      expect(await product.left()).toMatchObject({ ...NOTHING_LEFT, startedAgain: expect.anything() });
    },
    START_MS,
  );
});

async function sessionsOf({ url }: StartedProduct): Promise<number | string> {
  const response = await fetch(`${url}/api/v1/sessions`);
  const body = (await response.json()) as { total?: number };
  return body.total ?? `status ${response.status}`;
}

/** Sends sessions of one turn each, one after the other on four connections, until it is stopped. */
function sendTo(product: StartedProduct) {
  const load = { acknowledged: 0, isOver: false, stop: () => Promise.resolve() };
  let next = 0;
  const send = async () => {
    while (!load.isOver && !product.hasEnded) {
      const body = JSON.stringify({ events: [eventOf(next++)] });
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${product.url}/api/v1/events`, { method: "POST", headers, body }).catch(
        () => null,
      );
      if (response?.ok === true && ((await response.json()) as { accepted: number }).accepted === 1)
        load.acknowledged++;
      else await wait(20);
    }
  };
  const ends = Promise.all(Array.from({ length: 4 }, send));
  load.stop = async () => {
    load.isOver = true;
    await ends;
  };
  return load;
}

function eventOf(no: number): object {
  return {
    id: `turn-${no}`,
    session: `under-load-${no}`,
    at: new Date(Date.UTC(2026, 0, 1)).toISOString(),
    type: "turn.recorded",
    turn: 0,
    window: { append: [{ id: "question", kind: "user_message", content: `question ${no}` }] },
    output: [{ id: "answer", kind: "assistant_text", content: `answer ${no}` }],
  };
}

/** A request whose body never comes to its end. */
async function halfRequest({ port }: StartedProduct): Promise<net.Socket> {
  const socket = net.connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  const head = ["POST /api/v1/events HTTP/1.1", "host: 127.0.0.1", "content-type: application/json"];
  await new Promise((resolve) =>
    socket.write(`${[...head, "content-length: 100000", "", "{"].join("\r\n")}`, resolve),
  );
  return socket;
}
