/** A host that no instance has: what leads elsewhere than here does not lead there. */
const HERE = "http://instance.invalid";

/**
 * Whether a text is a path of this instance, as browsers read it: they drop tabs and line breaks and take a backslash for
 * a slash, so that `/\t/evil.example` leads to another site.
 */
export function isOwnPath(text: string): boolean {
  if (!text.startsWith("/") || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]/u.test(text)) return false;
  try {
    return new URL(text, HERE).origin === HERE;
  } catch {
    return false;
  }
}
