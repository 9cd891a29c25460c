import { type Database } from "@/lib/db/client";
import { schemaState } from "@/lib/db/schema-state";

export const LOOK_MS = 5_000;
const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * What a newer program has changed in the database, this one could spoil.
 * @returns what is newer; `null` where this program knows all that is there
 * @throws when the database is away
 */
export async function newerThanProgram(db: Database): Promise<string | null> {
  const { unknown } = await schemaState(db);
  return unknown.length > 0
    ? `This program is older than the database, which has ${unknown.join(", ")}.`
    : null;
}

/** Watches for a newer program on the database, and says which requests this one takes no longer. */
export class WriteStop {
  private reason: string | null = null;

  constructor(db: () => Database) {
    const look = async (): Promise<void> => {
      this.reason = await newerThanProgram(db());
    };
    setInterval(() => void look().catch(() => undefined), LOOK_MS).unref();
  }

  /** @returns why the request is not taken; `null` for one that only reads, and while no newer program was seen */
  refusal(method: string | undefined): string | null {
    if (this.reason === null || READS.has(method ?? "GET")) return null;
    return `${this.reason} It takes nothing in; send it to an updated one.`;
  }
}
