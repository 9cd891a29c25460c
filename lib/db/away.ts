import { CONNECTION, GONE, GONE_CODES } from "./away-signs.mjs";

/** Transactions that PostgreSQL aborted because others waited for them. */
const ABORTED_CODES = new Set(["40001", "40P01"]);
/** PostgreSQL's code for a full disk, and the system's for files of this process. */
const FULL_CODES = new Set(["53100", "ENOSPC", "EDQUOT"]);
const AWAY_CODES = new Set([...ABORTED_CODES, ...FULL_CODES, ...GONE_CODES]);
/** Messages of a coordinator that lost another node. Some of these errors have no code of their own. */
const NODE_AWAY =
  /the remote node|failed to connect to|all placements|connection marked as essential|connections? to (?:the|any) node|could not commit transaction for shard|failed to prepare transaction|failed to read result .* from node|failed to assign \d+ task/i;
const TAKEN_CODE = "23505";
/** A coordinator passes the error on without its code. */
const TAKEN = /duplicate key value violates unique constraint/;
const DEPTH_MAX = 6;

interface Cause {
  readonly codes: readonly string[];
  readonly messages: readonly string[];
}

function listCauses(error: unknown, depth = 0): Cause[] {
  if (typeof error !== "object" || error === null || depth > DEPTH_MAX) return [];
  const { code, originalCode, message, originalMessage, cause, meta } = error as Record<string, unknown>;
  const selectTexts = (values: readonly unknown[]) => values.filter((value) => typeof value === "string");
  const conditions = {
    codes: selectTexts([code, originalCode]),
    messages: selectTexts([message, originalMessage]),
  };
  const { driverAdapterError, code: metaCode } = (meta ?? {}) as Record<string, unknown>;
  return [
    conditions,
    { codes: selectTexts([metaCode]), messages: [] },
    ...listCauses(cause, depth + 1),
    ...listCauses(driverAdapterError, depth + 1),
  ];
}

/** The database is away for another process, which says so. */
export class AwayElsewhere extends Error {
  readonly code = "P2028";
}

/** A node of a cluster is away. The rest of the database may still work. */
export function isNodeAway(error: unknown): boolean {
  return listCauses(error).some(({ messages }) => messages.some((message) => NODE_AWAY.test(message)));
}

/** What was done as far as its nodes are there, and the errors of what is on nodes that are away. */
interface AsFarAsThere {
  readonly away: ReadonlyMap<string, unknown>;
}

/** The result of what was done whole. @throws the first error when something of it is on a node that is away */
export function takeWhole<T extends AsFarAsThere>({ away, ...result }: T): Omit<T, "away"> {
  for (const error of away.values()) throw error;
  return result;
}

/** A disk is full, the database's or this machine's: somebody has to make room. */
export function isDiskFull(error: unknown): boolean {
  return listCauses(error).some(({ codes }) => codes.some((code) => FULL_CODES.has(code)));
}

/** Whether the database gave up the transaction: nothing of it remains, and the same one may succeed at once. */
export function wasAborted(error: unknown): boolean {
  return listCauses(error).some(({ codes }) => codes.some((code) => ABORTED_CODES.has(code)));
}

/** A row with the same key is there already. */
export function isTaken(error: unknown): boolean {
  return listCauses(error).some(
    ({ codes, messages }) => codes.includes(TAKEN_CODE) || messages.some((message) => TAKEN.test(message)),
  );
}

/**
 * Whether a later retry may succeed: the database, or the requested part of it, is down, starting, stopping or full, or
 * it aborted this transaction because others waited for it.
 */
export function isDatabaseAway(error: unknown): boolean {
  return listCauses(error).some(
    ({ codes, messages }) =>
      codes.some((code) => AWAY_CODES.has(code) || CONNECTION.test(code)) ||
      messages.some((message) => GONE.test(message) || NODE_AWAY.test(message)),
  );
}
