import type { Tokens } from "../units";

export interface SizedWindow {
  /** The source says what stood in it. */
  readonly windowKnown: boolean;
  readonly residual: Tokens | null;
  readonly modelChanged: boolean;
}

/**
 * The residual is what a request held beside the record, such as tool schemas that no event shows. Where a window is
 * known and its residual is not, the last known one of the same model stands in for it.
 *
 *     residual   500    null   null   300
 *     carried      0     500    500     0
 *
 * @returns for each window what to add to it: 0 where its own residual is known
 */
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
