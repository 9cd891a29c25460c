import type pg from "pg";
import { makePool } from "./connections.mjs";
import type { SentStatement, StatementGuard } from "./statement-guard";

type Send = (asked: unknown, values: unknown, done: Done) => void;
type Done = (error: Error | null | undefined, result?: unknown) => void;

/** A pool of connections whose statements go through a guard. */
export function makeGuardedPool(config: Parameters<typeof makePool>[0], guard: StatementGuard): pg.Pool {
  const pool = makePool(config);
  pool.on("connect", (client) => guardClient(client, guard));
  return pool;
}

function guardClient(client: pg.PoolClient, guard: StatementGuard): void {
  // What the driver's client does now, not what it did when it connected: somebody may watch its statements since.
  const driver = Object.getPrototypeOf(client) as { query: Send };
  const send: Send = (asked, values, done) => driver.query.call(client, asked, values, done);
  const giveUp = (error: Error): void => streamOf(client).destroy(error);
  const query = (asked: unknown, ...others: unknown[]): unknown => {
    const done = others.find((other): other is Done => typeof other === "function");
    const values = others.find((other) => Array.isArray(other));
    const run = () =>
      new Promise<unknown>((resolve, reject) =>
        send(asked, values, (error, result) => (error ? reject(error) : resolve(result))),
      );
    const answer = guard.send(readStatement(asked, values), run, giveUp);
    if (done === undefined) return answer;
    answer.then(
      (result) => done(null, result),
      (error: unknown) => done(error as Error),
    );
  };
  Reflect.set(client, "query", query);
}

function readStatement(asked: unknown, values: unknown): SentStatement {
  if (typeof asked === "string") return { text: asked, values: listOf(values) };
  const { text, values: own } = asked as { text?: unknown; values?: unknown };
  return { text: typeof text === "string" ? text : "", values: listOf(own ?? values) };
}

function listOf(values: unknown): readonly unknown[] {
  return Array.isArray(values) ? values : [];
}

function streamOf(client: pg.PoolClient): { destroy(error: Error): void } {
  return (client as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection.stream;
}
