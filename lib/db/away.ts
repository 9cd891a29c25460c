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
  "08000",
  "08003",
  "08006",
]);

/** Whether an error means that the database is down, starting, stopping or full. */
export function isDatabaseAway(error: unknown): boolean {
  for (let e: unknown = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth++) {
    const { code, meta } = e as { code?: unknown; meta?: { code?: unknown; driverAdapterError?: unknown } };
    if (AWAY_CODES.has(String(code)) || AWAY_CODES.has(String(meta?.code))) return true;
    if (
      /Can't reach database|Connection terminated|ECONNREFUSED|DatabaseNotReachable|ConnectionClosed|server closed the connection|SocketTimeout|terminating connection|is shutting down|is starting up/i.test(
        e.message,
      )
    )
      return true;
    if (isDatabaseAway(meta?.driverAdapterError)) return true;
  }
  return false;
}
