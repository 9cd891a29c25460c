import { loadBuiltin, hasFiles, makeFolder, makeKeptPath, writeWhole } from "./files";

/** What a session needs to know of its earlier processes. */
export interface SessionMemory {
  readonly turns: number;
  /** What each policy remembers, under the policy in JSON. */
  readonly states: Readonly<Record<string, unknown>>;
}

const NOTHING: SessionMemory = { turns: 0, states: {} };
/** Nobody goes on with a session that has rested for so long. */
const KEPT_MS = 30 * 24 * 3_600_000;
const swept = new Set<string>();

/** The memory of a session that has a name, in a private file: another process of this machine goes on with it. */
export class RememberedSession {
  private readonly file: string;
  private isBroken = false;

  private constructor(
    private readonly folder: string,
    id: string,
  ) {
    this.file = `${folder}/${loadBuiltin("node:crypto").createHash("sha256").update(id).digest("hex")}.json`;
  }

  /** @param folder as of the outbox; `null` keeps nothing @returns `null` where nothing is kept */
  static open(
    folder: string | null | undefined,
    { url, key, id }: { readonly url: string; readonly key: string; readonly id: string },
  ): RememberedSession | null {
    if (folder === null || !hasFiles()) return null;
    return new RememberedSession(makeKeptPath(folder, url, key, "sessions"), id);
  }

  read(): SessionMemory {
    sweep(this.folder);
    try {
      const { turns, states } = JSON.parse(
        loadBuiltin("node:fs").readFileSync(this.file, "utf8"),
      ) as SessionMemory;
      return Number.isInteger(turns) && typeof states === "object" ? { turns, states } : NOTHING;
    } catch {
      return NOTHING;
    }
  }

  write(memory: SessionMemory): void {
    if (this.isBroken) return;
    try {
      makeFolder(this.folder);
      writeWhole(this.file, JSON.stringify(memory));
    } catch {
      this.isBroken = true;
    }
  }
}

/** Removes what no session has written for long, once in a process. */
function sweep(folder: string): void {
  if (swept.has(folder)) return;
  swept.add(folder);
  const { readdirSync, rmSync, statSync } = loadBuiltin("node:fs");
  try {
    for (const name of readdirSync(folder)) {
      const file = `${folder}/${name}`;
      if (Date.now() - statSync(file).mtimeMs > KEPT_MS) rmSync(file, { force: true });
    }
  } catch {
    // Another process sweeps too, or there is nothing yet.
  }
}
