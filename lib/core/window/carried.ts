import type { Tokens } from "../units";

/** What is known of the size of a turn's window. */
export interface SizedWindow {
  /** Whether the source says what stood in it. */
  readonly windowKnown: boolean;
  /** Measured tokens that no block accounts for; `null` where nothing was measured. */
  readonly residual: Tokens | null;
  readonly modelChanged: boolean;
}

/**
 * What a chart adds to the window of a call without usage. Such a call only shows the sizes of its blocks. The provider's
 * overhead is still there, so the last known residual stands in; otherwise the chart would dip at every such call.
 * @returns tokens by window, 0 where nothing is carried
 */
export function carriedResiduals(windows: readonly SizedWindow[]): Tokens[] {
  let last: Tokens = 0;
  return windows.map(({ windowKnown, residual, modelChanged }) => {
    if (modelChanged) last = 0;
    if (!windowKnown) return 0;
    if (residual === null) return last;
    last = residual;
    return 0;
  });
}
