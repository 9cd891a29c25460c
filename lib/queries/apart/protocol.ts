import type { ErrorCode, ErrorDetail } from "@/lib/errors";

export interface AskedRead {
  readonly read: string;
  readonly project: string;
  readonly id: string;
  readonly input: unknown;
  /** Whether the answer is the value, or the bytes of its JSON. */
  readonly as: "value" | "json";
}

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
