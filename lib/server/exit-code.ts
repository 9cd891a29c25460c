import { isDatabaseAway } from "@/lib/db/away";

/** EX_TEMPFAIL of sysexits.h: whoever started the process may start it again. */
const PASSING_EXIT = 75;

/** Says why a process cannot go on, and ends it. Its exit code says whether another start may succeed. */
export function endWith(error: unknown): never {
  console.error(error instanceof Error && error.cause === undefined ? error.message : error);
  process.exit(isDatabaseAway(error) ? PASSING_EXIT : 1);
}
