export interface KeptRecord {
  readonly stream: string;
  readonly id: string;
  readonly record: unknown;
}
