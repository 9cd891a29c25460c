import type { ErrorCode, ErrorDetail } from "@/lib/errors";

/** A read that another process is asked for, by its name. */
export interface AskedRead {
  readonly read: string;
  readonly project: string;
  readonly id: string;
  readonly input: unknown;
}

/** What comes back: the answer, or the refusal in words that the caller may read. */
export type ApartAnswer =
  | { readonly value: unknown }
  | {
      readonly refusal: {
        readonly code: ErrorCode;
        readonly message: string;
        readonly details: readonly ErrorDetail[];
        readonly retryAfterS: number | null;
      };
    }
  | { readonly failure: "away" | "unexpected" };
