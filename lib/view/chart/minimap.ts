/** A stretch of turns in a minimap: how much, and whether something there is worth a mark. */
export interface MinimapBar {
  readonly from: number;
  readonly to: number;
  readonly value: number;
  readonly marked: boolean;
}
