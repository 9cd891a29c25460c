import { formatShortDuration } from "../format/format";

export function describeTook({
  at,
  endedAt,
}: {
  readonly at: string | null;
  readonly endedAt?: string | null;
}): string | null {
  if (at === null || endedAt == null) return null;
  return formatShortDuration(Date.parse(endedAt) - Date.parse(at));
}
