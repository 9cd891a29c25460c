/** A host that no instance has. A path that resolves to another host leads away. */
const HERE = "http://instance.invalid";

/**
 * Whether a text is a path of this instance. Browsers drop tabs and line breaks and read a backslash as a slash, so
 * `/\t/evil.example` leads to another site.
 */
export function isOwnPath(text: string): boolean {
  if (!text.startsWith("/") || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]/u.test(text)) return false;
  try {
    const { origin, pathname } = new URL(text, HERE);
    // `/.//evil.example` has the path `//evil.example`, which is another host to whoever reads it again.
    return origin === HERE && !pathname.startsWith("//");
  } catch {
    return false;
  }
}

/** A path of this instance as a `location` header can hold it, in ASCII. */
export function makeHeaderPath(path: string): string {
  if (!isOwnPath(path)) return path;
  const { pathname, search, hash } = new URL(path, HERE);
  return pathname + search + hash;
}
