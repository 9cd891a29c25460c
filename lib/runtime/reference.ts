/** Where a text is that left a window: the public id of its session, and its content hash or the id of its block. */
export interface RuntimeReference {
  readonly session: string;
  readonly block: string;
}

const SCHEME = "sightglass://";
const FORM = /^sightglass:\/\/([^/\s]{1,200})\/([^/\s]{1,1600})$/;
const IN_TEXT = /sightglass:\/\/[^/\s[\]"'<>]{1,200}\/[^/\s[\]"'<>]{1,1600}/;
const HASH = /^[0-9a-f]{32}$/;

/** The address that is left in place of a text: `sightglass://ses_…/HASH`. */
export function referenceText({ session, block }: RuntimeReference): string {
  return `${SCHEME}${session}/${encodeURIComponent(block)}`;
}

/** Reads an address back; `null` when it is not one. */
export function parseReference(text: string): RuntimeReference | null {
  const [, session, block] = FORM.exec(text.trim()) ?? [];
  if (session === undefined || block === undefined) return null;
  try {
    return { session, block: decodeURIComponent(block) };
  } catch {
    return null;
  }
}

/** The first address that a text names; `null` where it names none. */
export function referenceIn(text: string): string | null {
  return text.includes(SCHEME) ? (IN_TEXT.exec(text)?.[0] ?? null) : null;
}

export function isContentHash(block: string): boolean {
  return HASH.test(block);
}
