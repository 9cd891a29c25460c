import type { Tokens } from "../units";

export interface SizedWindow {
  /** The source says what stood in it. */
  readonly windowKnown: boolean;
  readonly residual: Tokens | null;
  readonly modelChanged: boolean;
}

export function carryResiduals(windows: readonly SizedWindow[]): Tokens[] {
  let last: Tokens = 0;
  return windows.map(({ windowKnown, residual, modelChanged }) => {
    if (modelChanged) last = 0;
    if (!windowKnown) return 0;
    if (residual === null) return last;
    last = residual;
    return 0;
  });
}
