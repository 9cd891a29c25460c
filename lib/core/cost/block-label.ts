import type { Session } from "../trace/session";

export type LabelledBlock = Session["blocks"][number];

export const LABEL_CHARS_MAX = 200;

/** What a block is called in a bill: its label, else the file or page that it came from; `null` for none. */
export function labelOfBlock({ label, origin }: LabelledBlock): string | null {
  const name = label ?? origin?.path ?? origin?.url;
  return name?.slice(0, LABEL_CHARS_MAX).toWellFormed() ?? null;
}
