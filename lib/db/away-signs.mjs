/**
 * How errors say that the database, or the connection to it, is gone for a moment: by PostgreSQL's codes, the system's and
 * Prisma's, and by the words of those that have no code.
 */
export const GONE_CODES = [
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
];
/** SQLSTATE class 08: connections to the database, or from a cluster's coordinator to another node. */
export const CONNECTION = /^08...$/;
export const GONE =
  /Can't reach database|Connection terminated|is not queryable|timeout exceeded when trying to connect|ECONNREFUSED|ECONNRESET|DatabaseNotReachable|ConnectionClosed|server (?:has )?closed the connection|SocketTimeout|terminating connection|is shutting down|is starting up|in recovery mode|not yet accepting connections/i;
