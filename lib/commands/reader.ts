import { database } from "@/lib/db/client";
import { isDatabaseAway } from "@/lib/db/away";
import { AppError } from "@/lib/errors";
import type { AskedRead, ApartAnswer } from "@/lib/queries/apart/protocol";
import type { SessionRead } from "@/lib/queries/read-apart";
import { becomeReader } from "@/lib/queries/read-apart";
import { factsOf } from "@/lib/queries/get-facts";
import { ledgerOf } from "@/lib/queries/get-ledger";
import { lanesOf } from "@/lib/queries/list-lanes";
import { whyOf } from "@/lib/queries/get-why";
import { lostOf } from "./runtime/ask-lost";

/**
 * A process that does large reads for the web process, one at a time (`lib/queries/apart`). It ends with its
 * parent.
 */
const READS: ReadonlyMap<string, SessionRead<never, unknown>> = new Map<string, SessionRead<never, unknown>>([
  ["facts", factsOf],
  ["why", whyOf],
  ["ledger", ledgerOf],
  ["lanes", lanesOf],
  ["lost", lostOf],
]);

async function answerTo({ read, project, id, input }: AskedRead): Promise<ApartAnswer> {
  try {
    const work = READS.get(read);
    if (work === undefined) throw new Error(`there is no read ${read}`);
    return { value: await work(database(), project, id, input as never) };
  } catch (error) {
    if (error instanceof AppError) {
      const { code, message, details, retryAfterS } = error;
      return { refusal: { code, message, details, retryAfterS } };
    }
    if (isDatabaseAway(error)) return { failure: "away" };
    console.error(error);
    return { failure: "unexpected" };
  }
}

becomeReader();
process.on("message", (asked) => void answerTo(asked as AskedRead).then((answer) => process.send?.(answer)));
process.once("disconnect", () => process.exit(0));
