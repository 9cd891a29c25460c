import { Background } from "../background";
import type { Database } from "@/lib/db/client";
import { scheduleAnalysis } from "../analyse/schedule";
import { deriveSession } from "./derive-session";

/**
 * Derives sessions in the background as events arrive, and has them analysed after that. What is not done when the
 * process dies, and what a reader wants sooner, is done by whoever reads the session next.
 */
const derivations = new Background(async (db, key) => {
  await deriveSession(db, key);
  scheduleAnalysis(db, [key]);
}, "a session could not be derived");

/** Asks for sessions to be derived soon. Returns at once. */
export function scheduleDerivation(db: Database, keys: readonly string[]): void {
  derivations.ask(db, keys);
}
