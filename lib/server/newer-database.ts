import { type Database } from "@/lib/db/client";
import { findNewerThanProgram } from "@/lib/db/schema-state";

export const LOOK_MS = 5_000;
const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Watches for a newer program on the database, and says which requests this one takes no longer. */
export class WriteStop {
  private reason: string | null = null;

  constructor(db: () => Database) {
    const look = async (): Promise<void> => {
      this.reason = await findNewerThanProgram(db());
    };
    setInterval(() => void look().catch(() => undefined), LOOK_MS).unref();
  }

  /** @returns why the request is not taken; `null` for one that only reads, and while no newer program was seen */
  refusal(method: string | undefined): string | null {
    if (this.reason === null || READS.has(method ?? "GET")) return null;
    return `${this.reason} It takes nothing in; send it to an updated one.`;
  }
}
