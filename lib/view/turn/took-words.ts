import { shortDuration } from "../format/format";

export function tookWords({
  at,
  endedAt,
}: {
  readonly at: string | null;
  readonly endedAt?: string | null;
}): string | null {
  if (at === null || endedAt == null) return null;
  return shortDuration(Date.parse(endedAt) - Date.parse(at));
}
