const ADDRESS = /^[a-z][a-z0-9+.-]{1,20}:\/\/(?:[^@/\s]{1,100}@)?([^/?#:\s]+)(:\d{1,5})?([^?#]*)/i;
/** A host with a user or a port: `ann@db.example`, `db.example:5432`. */
const HOST = /^(?:[\w.+-]{1,60}@)?([\w-]+(?:\.[\w-]+)+)(?::\d{1,5})?(?::[~/].*)?$/;
const FOLDERS_MAX = 12;
/** A folder with fewer parts holds too much to say what was used. */
const PARTS_MIN = 2;

/**
 * The places that a place is in: the host of an address, with and without its port, the pages above it, the folders of
 * a path. What gives one of them was used by whoever names the place: "host: db.example" by `https://db.example/x`.
 */
export function enclosingPlaces(value: string): string[] {
  const address = ADDRESS.exec(value);
  if (address !== null) {
    const [whole, host = "", port = "", path = ""] = address;
    const start = whole.slice(0, whole.length - path.length);
    const hosts = [host, host.toLowerCase(), ...(port === "" ? [] : [`${host}${port}`]), start];
    return [...new Set([...hosts, ...foldersOf(path, 1).map((folder) => `${start}${folder}`)])].filter(
      (one) => one !== value,
    );
  }
  const host = HOST.exec(value)?.[1];
  if (host !== undefined) return host === value ? [] : [host];
  return /^(?:~|\.{0,2})\//.test(value) || value.includes("/") ? foldersOf(value, PARTS_MIN) : [];
}

/** The folders of a path from the nearest on. */
function foldersOf(path: string, partsMin: number): string[] {
  const folders: string[] = [];
  for (
    let end = path.lastIndexOf("/");
    end > 0 && folders.length < FOLDERS_MAX;
    end = path.lastIndexOf("/", end - 1)
  ) {
    const folder = path.slice(0, end);
    if (folder.split("/").filter((part) => part !== "").length < partsMin) break;
    folders.push(folder);
  }
  return folders;
}
