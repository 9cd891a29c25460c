import type { ErrorCode, ErrorDetail } from "@/lib/errors";

/** What the other process can read: `lib/commands/reader.ts` has each. */
export type ProcessRead =
  | "audit"
  | "block"
  | "compaction"
  | "comparison"
  | "evictions"
  | "facts"
  | "give-back"
  | "incident"
  | "incident-file"
  | "incident-page"
  | "lanes"
  | "ledger"
  | "ledger-page"
  | "lost"
  | "proof"
  | "recording"
  | "search"
  | "turns"
  | "why"
  | "window";

export interface AskedRead {
  readonly read: ProcessRead;
  readonly project: string;
  readonly id: string;
  readonly input: unknown;
  /** Whether the answer is the value, or the bytes of its JSON. */
  readonly as: "value" | "json";
}

export type ProcessAnswer =
  | { readonly value: unknown }
  | {
      readonly refusal: {
        readonly code: ErrorCode;
        readonly message: string;
        readonly details: readonly ErrorDetail[];
        readonly retryAfterS: number | null;
      };
    }
  | { readonly failure: "away" | "node away" | "unexpected" };
