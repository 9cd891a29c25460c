import type { Block } from "../trace/session";
import type { SourceKind } from "../vocabulary";

/**
 * Knows the hosts and folders that only memories named. A call to a place there used the memory, even if the
 * memory does not give the whole place: "host: db.example" and `https://db.example/x`.
 */
export class MemoryHints {
  private readonly ofMemories = new Set<string>();
  private readonly named = new Set<string>();
  private readonly hasMemories: boolean;

  constructor(blocks: readonly Pick<Block, "kind">[]) {
    this.hasMemories = blocks.some(({ kind }) => kind === "memory");
  }

  /** A place that a memory gave stays the memory's when the model repeats it. */
  enter(value: string, kind: SourceKind): void {
    if (!this.hasMemories) return;
    if (kind === "memory") {
      if (!this.named.has(value)) this.ofMemories.add(value);
      return;
    }
    const isOfModel = kind === "assistant_text" || kind === "thinking" || kind === "tool_call";
    for (const place of [value, ...listEnclosingPlaces(value)])
      if (!isOfModel || !this.ofMemories.has(place)) this.named.add(place);
  }

  placeOf(value: string): string | null {
    if (this.ofMemories.size === 0) return null;
    return (
      listEnclosingPlaces(value).find((place) => this.ofMemories.has(place) && !this.named.has(place)) ?? null
    );
  }
}

const ADDRESS = /^[a-z][a-z0-9+.-]{1,20}:\/\/(?:[^@/\s]{1,100}@)?([^/?#:\s]+)(:\d{1,5})?([^?#]*)/i;
/** A host with a user or a port: `ann@db.example`, `db.example:5432`. */
const HOST = /^(?:[\w.+-]{1,60}@)?([\w-]+(?:\.[\w-]+)+)(?::\d{1,5})?(?::[~/].*)?$/;
const FOLDERS_MAX = 12;
/** A folder with fewer parts contains too much to tell what was used. */
const PARTS_MIN = 2;

/**
 * The host of an address with and without its port, the pages above it, the folders of a path. A use of a
 * place is also a use of these: "host: db.example" by `https://db.example/x`.
 */
function listEnclosingPlaces(value: string): string[] {
  const address = ADDRESS.exec(value);
  if (address !== null) {
    const [whole, host = "", port = "", path = ""] = address;
    const start = whole.slice(0, whole.length - path.length);
    const hosts = [host, host.toLowerCase(), ...(port === "" ? [] : [`${host}${port}`]), start];
    return [...new Set([...hosts, ...listFolders(path, 1).map((folder) => `${start}${folder}`)])].filter(
      (name) => name !== value,
    );
  }
  const host = HOST.exec(value)?.[1];
  if (host !== undefined) return host === value ? [] : [host];
  return /^(?:~|\.{0,2})\//.test(value) || value.includes("/") ? listFolders(value, PARTS_MIN) : [];
}

function listFolders(path: string, partsMin: number): string[] {
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
