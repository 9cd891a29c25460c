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
  const send = pool.query.bind(pool) as (asked: unknown, ...rest: unknown[]) => unknown;
  Reflect.set(pool, "query", (statement: unknown, ...args: unknown[]) =>
    send(placeAsked(statement), ...args),
  );
  return pool;
}

/** A statement with its place, which its text or the model says that sends it now. */
interface AskedAtPlace {
  readonly text?: unknown;
  readonly values?: unknown;
  readonly place?: Place | null;
}

function placeAsked(statement: unknown): unknown {
  return typeof statement === "object" ? { ...statement, place: findPlaceOfModel() } : statement;
}

function guardClient(client: pg.PoolClient, guard: StatementGuard): void {
  // What the driver's client does now, not what it did when it connected: somebody may watch its statements since.
  const driver = Object.getPrototypeOf(client) as { query: Send };
  const send: Send = (statement, values, done) => driver.query.call(client, statement, values, done);
  const giveUp = (error: Error): void => {
    cancelStatement(client);
    streamOf(client).destroy(error);
  };
  const query = (statement: unknown, ...args: unknown[]): unknown => {
    const callback = args.find((arg): arg is Done => typeof arg === "function");
    const values = args.find((arg) => Array.isArray(arg));
    const run = () =>
      new Promise<unknown>((resolve, reject) =>
        send(statement, values, (error, result) => (error ? reject(error) : resolve(result))),
      );
    const answer = guard.send(readStatement(statement, values), run, giveUp);
    if (callback === undefined) return answer;
    answer.then(
      (result) => callback(null, result),
      (error: unknown) => callback(error as Error),
    );
  };
  Reflect.set(client, "query", query);
}

const ENDS: ReadonlySet<unknown> = new Set(["COMMIT", "ROLLBACK"]);

function readStatement(statement: unknown, args: unknown): SentStatement {
  const { text, values } = describeAsked(statement);
  const statementPlace = typeof text === "string" ? findPlace(text, listOf(values ?? args)) : null;
  return { place: statementPlace ?? findPlaceOfAsked(statement), isEnd: ENDS.has(text) };
}

/** What a statement says of its place, by itself or by its model. */
export function readSaidPlace(statement: unknown): StatementPlace | Place | null {
  const { text } = describeAsked(statement);
  return (typeof text === "string" ? findPlaced(text) : undefined) ?? findPlaceOfAsked(statement);
}

function findPlaceOfAsked(statement: unknown): Place | null {
  const { place } = describeAsked(statement);
  return place === undefined ? findPlaceOfModel() : place;
}

function describeAsked(statement: unknown): AskedAtPlace {
  return typeof statement === "string" ? { text: statement } : (statement as AskedAtPlace);
}

function listOf(values: unknown): readonly unknown[] {
  return Array.isArray(values) ? values : [];
}

function streamOf(client: pg.PoolClient): { destroy(error: Error): void } {
  return (client as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection.stream;
}
