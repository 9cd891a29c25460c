/** A record to store. */
export interface RawRecordInput {
  readonly stream: string;
  readonly id: string;
  /** Equal for records with equal content. */
  readonly rank: string;
  readonly session: string | null;
  /** The extracted record (`tree.ts`) as JSON, and its extracted texts by their hashes. */
  readonly body: string;
  readonly texts: ReadonlyMap<string, string>;
  /**
   * The epoch in which the stream's other texts were stored. If something of the stream was deleted since, its records
   * are not stored and its key is returned as stale. All records of a stream have the same epoch.
   */
  readonly epoch?: string | null;
}

/** A record with the key of its stream. */
export interface StreamRecord {
  readonly key: string;
  readonly record: RawRecordInput;
}
