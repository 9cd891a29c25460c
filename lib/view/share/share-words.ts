import { count, plural, formatUtc } from "../format/format";

interface Shared {
  readonly views: number;
  readonly viewLimit: number | null;
  readonly lastViewedAt: string | null;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
}

/** How often a link was opened: "2 of 5 views, last …". */
export function describeViews({ views, viewLimit, lastViewedAt }: Shared): string {
  const opened =
    viewLimit === null ? plural(views, "view") : `${count(views)} of ${plural(viewLimit, "view")}`;
  return lastViewedAt === null ? opened : `${opened}, last ${formatUtc(lastViewedAt)}`;
}

export function endWords({ revokedAt, expiresAt }: Shared): string {
  return revokedAt === null ? `until ${formatUtc(expiresAt)}` : `revoked ${formatUtc(revokedAt)}`;
}

export function describeFoundValues(values: number): string {
  return values === 0
    ? "Nothing to mask was found."
    : `${plural(values, "value")} found. Ticked values are masked.`;
}

/** What a share holds, by its content. */
export const CONTENT = {
  off: {
    label: "Structure, sizes and names of tools",
    keeps:
      "Keeps turns, times, sizes in tokens, kinds of content, findings and names of tools. Leaves out every text, name and path.",
  },
  masked: {
    label: "Content, with secrets and personal data masked",
    keeps: "Keeps every text. What was found is masked with █. Look at the page before you make the link.",
  },
} as const;

export function maskWords({ label, places }: { readonly label: string; readonly places: string }): string {
  return places === "" ? label : `${label}, in ${places}`;
}

export function describeClasses(lookedFor: number, toChoose: number): string {
  return `${plural(lookedFor, "kind")} looked for${toChoose > 0 ? `, ${toChoose} not` : ""}`;
}
