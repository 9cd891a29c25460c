/** An event in the row of marks above a chart of turns. */
export interface Marker {
  readonly x: number;
  readonly turn: number;
  readonly kind: "eviction" | "compaction" | "spike" | "loss";
  readonly size: number;
  readonly label: string;
  readonly cause?: number;
}
