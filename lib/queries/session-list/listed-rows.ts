import type { Session as SessionRow } from "@/lib/db/generated/client";
import { AppError } from "@/lib/errors";

/** The cursor is `null` at the end of the list. */
export interface ListedRows {
  readonly rows: SessionRow[];
  readonly nextCursor: string | null;
}

export function makeForeignCursorError(): AppError {
  return new AppError("invalid_query", "cursor: not one that this list has given out", [
    { path: "cursor", code: "invalid", message: "send back the `nextCursor` of the page before" },
  ]);
}
