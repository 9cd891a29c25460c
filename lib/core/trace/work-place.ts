import type { TraceEventOf } from "./event";

/** Where the agent of a session worked, as its program recorded it. */
export interface WorkPlace {
  /** The folder, with `/` between its parts and none at its end; on Windows it begins with the drive. */
  readonly folder: string;
}

/** `null` where the recording does not say. */
export function readWorkPlace(
  started: Pick<TraceEventOf<"session.started">, "attributes"> | null,
): WorkPlace | null {
  const cwd = started?.attributes?.cwd;
  return typeof cwd === "string" && cwd.trim() !== "" ? { folder: normaliseFolder(cwd) } : null;
}

/**
 * One spelling of a folder:
 *
 *     /home/me/shop/     → /home/me/shop
 *     /home/me/./shop    → /home/me/shop
 *     C:\\work\\shop      → c:/work/shop
 */
export function normaliseFolder(path: string): string {
  const isWindows = /^[a-z]:[\\/]/i.test(path) || path.startsWith("\\\\");
  const text = isWindows ? path.replaceAll("\\", "/") : path;
  const parts = text.split("/").filter((part) => part !== "" && part !== ".");
  const [drive = "", ...rest] = parts;
  if (isWindows && drive.endsWith(":")) return [drive.toLowerCase(), ...rest].join("/");
  return text.startsWith("/") ? `/${parts.join("/")}` : parts.join("/");
}

/** The folders that a folder lies in, the nearest first, without the root: `/home/me/shop` lies in `/home/me` and `/home`. */
export function listFoldersAbove(folder: string): string[] {
  const above: string[] = [];
  for (let end = folder.lastIndexOf("/"); end > 0; end = folder.lastIndexOf("/", end - 1))
    above.push(folder.slice(0, end));
  return above;
}
