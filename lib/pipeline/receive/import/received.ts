import type { Damage } from "@/lib/importers/reading/mend-text";
import { AppError } from "@/lib/errors";

/** A file of an import: as it came, or as it was taken out of an archive. */
export interface Received {
  readonly path: string;
  readonly name: string;
  /** What is damaged in the archive that it was taken from. */
  readonly damage?: readonly Damage[];
  /** Why this archive or database is not unpacked. */
  readonly refused?: string;
}

export function makeUnreadable({ name }: Received, kind: string, error: unknown): AppError {
  return new AppError(
    "unprocessable",
    `${name} is a ${kind} that cannot be read: ${(error as Error).message}`,
  );
}
