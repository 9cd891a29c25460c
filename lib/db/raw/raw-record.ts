export interface RawRecordInput {
  readonly stream: string;
  readonly id: string;
  readonly rank: string;
  readonly session: string | null;
  readonly body: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly epoch?: string | null;
  /** Ids of providers' responses: answered in a raw call, told of by telemetry, asked for by a call that goes on. */
  readonly responses?: { readonly [role in ResponseRole]?: string | undefined };
}

export type ResponseRole = "raw" | "told" | "asked";

export interface StreamRecord {
  readonly key: string;
  readonly record: RawRecordInput;
}
