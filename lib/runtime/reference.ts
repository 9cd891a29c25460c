/** `block` is the content hash or the id of its block. */
export interface RuntimeReference {
  readonly session: string;
  readonly block: string;
}

const SCHEME = "sightglass://";
const FORM = /^sightglass:\/\/([^/\s]{1,200})\/([^/\s]{1,1600})$/;
const IN_TEXT = /sightglass:\/\/[^/\s[\]"'<>]{1,200}\/[^/\s[\]"'<>]{1,1600}/;
const HASH = /^[0-9a-f]{32}$/;

/** `sightglass://ses_…/HASH`. */
export function writeReference({ session, block }: RuntimeReference): string {
  return `${SCHEME}${session}/${encodeURIComponent(block)}`;
}

/** `null` when the text is not an address. */
export function parseReference(text: string): RuntimeReference | null {
  const [, session, block] = FORM.exec(text.trim()) ?? [];
  if (session === undefined || block === undefined) return null;
  try {
    return { session, block: decodeURIComponent(block) };
  } catch {
    return null;
  }
}

export function findReference(text: string): string | null {
  return text.includes(SCHEME) ? (IN_TEXT.exec(text)?.[0] ?? null) : null;
}

export function isContentHash(block: string): boolean {
  return HASH.test(block);
}
