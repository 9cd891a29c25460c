const AWAY_CODES = new Set([
  "P1001",
  "P1002",
  "P1008",
  "P1017",
  "P2024",
  "P2028",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "40001",
  "40P01",
]);
/** SQLSTATE class 08: connections to the database, or from a cluster's coordinator to another node. */
const CONNECTION = /^08...$/;
const NODE_AWAY = /the remote node|failed to connect to|all placements/i;

/** Whether an error means that a node of a cluster is away. The rest of the database may still work. */
export function isNodeAway(error: unknown): boolean {
  return isDatabaseAway(error) && messagesOf(error).some((message) => NODE_AWAY.test(message));
}

function messagesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 5) return [];
  const { meta } = error as { meta?: { driverAdapterError?: unknown } };
  return [
    error.message,
    ...messagesOf(error.cause, depth + 1),
    ...messagesOf(meta?.driverAdapterError, depth + 1),
  ];
}

/**
 * Whether a later retry may succeed: the database, or the requested part of it, is down, starting, stopping or full, or
 * it aborted this transaction because others waited for it.
 */
export function isDatabaseAway(error: unknown): boolean {
  for (let e: unknown = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth++) {
    const { code, meta } = e as { code?: unknown; meta?: { code?: unknown; driverAdapterError?: unknown } };
    if ([code, meta?.code].some((one) => AWAY_CODES.has(String(one)) || CONNECTION.test(String(one))))
      return true;
    if (
      /Can't reach database|Connection terminated|ECONNREFUSED|DatabaseNotReachable|ConnectionClosed|server closed the connection|SocketTimeout|terminating connection|is shutting down|is starting up|the remote node/i.test(
        e.message,
      )
    )
      return true;
    if (isDatabaseAway(meta?.driverAdapterError)) return true;
  }
  return false;
}
