export interface RawRecordInput {
  readonly stream: string;
  readonly id: string;
  readonly rank: string;
  readonly session: string | null;
  /** The only session that records of the stream name, so that they lie with it; `null` where there may be several. */
  readonly home: string | null;
  readonly body: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly epoch?: string | null;
  /** Ids of providers' responses: answered in a raw call, told of by telemetry, asked for by a call that goes on. */
  readonly responses?: { readonly [role in ResponseRole]?: string | undefined };
}

export type ResponseRole = "raw" | "told" | "asked";

export interface StreamRecord {
  readonly key: string;
  /** The key under which a new stream lies: {@link StreamRecord.key}, or that of its only session. */
  readonly place: string;
  readonly record: RawRecordInput;
}
