import { count, plural, utc } from "../format/format";

interface Shared {
  readonly views: number;
  readonly viewLimit: number | null;
  readonly lastViewedAt: string | null;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
}

/** How often a link was opened: "2 of 5 views, last …". */
export function viewsWords({ views, viewLimit, lastViewedAt }: Shared): string {
  const opened =
    viewLimit === null ? plural(views, "view") : `${count(views)} of ${plural(viewLimit, "view")}`;
  return lastViewedAt === null ? opened : `${opened}, last ${utc(lastViewedAt)}`;
}

export function endWords({ revokedAt, expiresAt }: Shared): string {
  return revokedAt === null ? `until ${utc(expiresAt)}` : `revoked ${utc(revokedAt)}`;
}

export function foundValues(values: number): string {
  return `${plural(values, "value")} found. Ticked values are masked.`;
}

export function classesWords(lookedFor: number, toChoose: number): string {
  return `${plural(lookedFor, "kind")} looked for${toChoose > 0 ? `, ${toChoose} not` : ""}`;
}
