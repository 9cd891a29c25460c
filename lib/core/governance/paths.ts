/** A path with `/` as separator, without `./`, drive or trailing slash. */
export function normalisePath(path: string): string {
  const slashed = path
    .replaceAll("\\", "/")
    .replace(/^[A-Za-z]:(?=\/)/, "")
    .replace(/^file:\/\//, "");
  const plain = resolveSteps(slashed.replace(/^(?:\.\/)+/, "").replace(/\/{2,}/g, "/"));
  return plain.length > 1 && plain.endsWith("/") ? plain.slice(0, -1) : plain;
}

function resolveSteps(path: string): string {
  if (!/(?:^|\/)\.{1,2}(?:\/|$)/.test(path)) return path;
  const parts: string[] = [];
  for (const part of path.split("/"))
    if (part === ".." && parts.length > 0 && !["..", ""].includes(parts.at(-1) ?? "")) parts.pop();
    else if (part !== ".") parts.push(part);
  return parts.join("/");
}

export function getFolder(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : slash === 0 ? "/" : path.slice(0, slash);
}

/**
 * Whether a path is in a folder. If one is absolute and the other is relative to the repository, the folder must appear in the
 * path as whole segments.
 */
export function isWithin(path: string, folder: string): boolean {
  if (folder === "" || folder === "." || folder === "/") return true;
  if (path === folder || path.startsWith(`${folder}/`)) return true;
  return path.startsWith("/") !== folder.startsWith("/") && path.startsWith("/")
    ? path.includes(`/${folder}/`)
    : folder.startsWith("/") && !path.startsWith("/") && sharesEnd(folder, path);
}

function sharesEnd(folder: string, path: string): boolean {
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1))
    if (folder.endsWith(`/${path.slice(0, at)}`)) return true;
  return false;
}
