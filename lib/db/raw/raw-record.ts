export interface RawRecordInput {
  readonly stream: string;
  readonly id: string;
  readonly rank: string;
  readonly session: string | null;
  readonly body: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly epoch?: string | null;
}

export interface StreamRecord {
  readonly key: string;
  readonly record: RawRecordInput;
}
