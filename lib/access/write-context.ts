import type { Database } from "@/lib/db/client";
import type { Instance } from "@/lib/env";
import type { Caller } from "./caller";

/** What a command needs beside its input: the database that it writes to, and who asks. */
export interface WriteContext {
  readonly db: Database;
  readonly caller: Caller;
}

/** What a command needs that signs people in: the library of sign-ins reads the request itself. */
export interface SignInContext extends WriteContext {
  readonly settings: Instance;
  readonly request: Request;
}

export interface SignInCommandOf<Input> {
  readonly ctx: SignInContext;
  readonly input: Input;
}

/**
 * What every command takes: one object. A command reads in this order: who may, what is asked, one transaction with the
 * change and its line in the audit log, the answer.
 */
export interface CommandOf<Input> {
  readonly ctx: WriteContext;
  readonly input: Input;
}
