export interface MinimapBar {
  readonly from: number;
  readonly to: number;
  readonly value: number;
  readonly marked: boolean;
}
