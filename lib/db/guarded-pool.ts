import type pg from "pg";
import { cancelStatement, makePool } from "./connections.mjs";
import { findPlaceOfModel } from "./model-places";
import type { Place, StatementPlace } from "./places";
import { findPlace, findPlaced } from "./places";
import type { SentStatement, StatementGuard } from "./statement-guard";

type Send = (asked: unknown, values: unknown, done: Done) => void;
type Done = (error: Error | null | undefined, result?: unknown) => void;

/** A pool of connections whose statements go through a guard. */
export function makeGuardedPool(config: Parameters<typeof makePool>[0], guard: StatementGuard): pg.Pool {
  const pool = makePool(config);
  pool.on("connect", (client) => guardClient(client, guard));
  // One that waits for a connection is sent by whoever gives it back.
  const send = pool.query.bind(pool) as (asked: unknown, ...others: unknown[]) => unknown;
  Reflect.set(pool, "query", (asked: unknown, ...others: unknown[]) => send(placeAsked(asked), ...others));
  return pool;
}

/** A statement with its place, which its text or the model says that sends it now. */
interface AskedAtPlace {
  readonly text?: unknown;
  readonly values?: unknown;
  readonly place?: Place | null;
}

function placeAsked(asked: unknown): unknown {
  return typeof asked === "object" ? { ...asked, place: findPlaceOfModel() } : asked;
}

function guardClient(client: pg.PoolClient, guard: StatementGuard): void {
  // What the driver's client does now, not what it did when it connected: somebody may watch its statements since.
  const driver = Object.getPrototypeOf(client) as { query: Send };
  const send: Send = (asked, values, done) => driver.query.call(client, asked, values, done);
  const giveUp = (error: Error): void => {
    cancelStatement(client);
    streamOf(client).destroy(error);
  };
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

const ENDS: ReadonlySet<unknown> = new Set(["COMMIT", "ROLLBACK"]);

function readStatement(asked: unknown, others: unknown): SentStatement {
  const { text, values } = describeAsked(asked);
  const said = typeof text === "string" ? findPlace(text, listOf(values ?? others)) : null;
  return { place: said ?? findPlaceOfAsked(asked), isEnd: ENDS.has(text) };
}

/** What a statement says of its place, by itself or by its model. */
export function readSaidPlace(asked: unknown): StatementPlace | Place | null {
  const { text } = describeAsked(asked);
  return (typeof text === "string" ? findPlaced(text) : undefined) ?? findPlaceOfAsked(asked);
}

function findPlaceOfAsked(asked: unknown): Place | null {
  const { place } = describeAsked(asked);
  return place === undefined ? findPlaceOfModel() : place;
}

function describeAsked(asked: unknown): AskedAtPlace {
  return typeof asked === "string" ? { text: asked } : (asked as AskedAtPlace);
}

function listOf(values: unknown): readonly unknown[] {
  return Array.isArray(values) ? values : [];
}

function streamOf(client: pg.PoolClient): { destroy(error: Error): void } {
  return (client as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection.stream;
}
