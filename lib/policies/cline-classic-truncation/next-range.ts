export type Keep = "none" | "lastTwo" | "half" | "quarter";

export const RANGE_START = 2;

/** The new inclusive range of removed messages. It always begins after the first pair and ends at a reply. */
export function nextTruncationRange(
  length: number,
  deletedTo: number | null,
  keep: Keep,
  isReply: (index: number) => boolean,
): readonly [number, number] {
  const restFrom = deletedTo === null ? RANGE_START : deletedTo + 1;
  const end = restFrom + removedCount(length - restFrom, keep) - 1;
  const endsAtReply = end < 0 || end >= length || isReply(end);
  return [RANGE_START, endsAtReply ? end : end - 1];
}

function removedCount(rest: number, keep: Keep): number {
  if (keep === "none") return Math.max(rest, 0);
  if (keep === "lastTwo") return Math.max(rest - 2, 0);
  return keep === "half" ? Math.floor(rest / 4) * 2 : Math.floor((rest * 3) / 4 / 2) * 2;
}
