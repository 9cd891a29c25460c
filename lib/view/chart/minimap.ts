/** A stretch of turns in a minimap: its amount, and whether it gets a mark. */
export interface MinimapBar {
  readonly from: number;
  readonly to: number;
  readonly value: number;
  readonly marked: boolean;
}
