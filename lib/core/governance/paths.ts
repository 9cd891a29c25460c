/** A path with `/` between its parts, without `./`, a drive or a slash at its end. */
export function plainPath(path: string): string {
  const slashed = path
    .replaceAll("\\", "/")
    .replace(/^[A-Za-z]:(?=\/)/, "")
    .replace(/^file:\/\//, "");
  const plain = slashed.replace(/^(?:\.\/)+/, "").replace(/\/{2,}/g, "/");
  return plain.length > 1 && plain.endsWith("/") ? plain.slice(0, -1) : plain;
}

/** The folder that a path is in; empty for a name alone. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : slash === 0 ? "/" : path.slice(0, slash);
}

/**
 * Whether a path is within a folder. One of both may be given from the root of the disk and the other from that of the
 * repository: then the folder has to stand in the path between two slashes.
 */
export function isWithin(path: string, folder: string): boolean {
  if (folder === "" || folder === "." || folder === "/") return true;
  if (path === folder || path.startsWith(`${folder}/`)) return true;
  return path.startsWith("/") !== folder.startsWith("/") && path.startsWith("/")
    ? path.includes(`/${folder}/`)
    : folder.startsWith("/") && !path.startsWith("/") && sharesEnd(folder, path);
}

/** Whether a folder from the root of the disk ends with the beginning of a path from that of the repository. */
function sharesEnd(folder: string, path: string): boolean {
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1))
    if (folder.endsWith(`/${path.slice(0, at)}`)) return true;
  return false;
}
