import { loadBuiltin, readErrorCode, hasFiles, makeFolder, makeKeptPath, writeWhole } from "./files";
import { readProgram } from "./program";

/** `<ms>-<pid>-<mark of the process>-<number>.json`: sorted by name, the oldest record is the first. */
const RECORD = /^\d+-(\d+)-(\w+)-\d+\.json$/;
const DIGITS = 9;
/** In containers, one process after the other has the same id. */
const MARK = Math.random().toString(36).slice(2, 10);

/** A record on disk. */
export interface SpooledRecord {
  readonly file: string;
  readonly chars: number;
}

/**
 * Records for one address and key, each a private file until it is acknowledged. What a process leaves behind is taken over by
 * the next one. Records whose key nobody knew wait in a folder of their own, and are sent with the next key.
 */
export class Spool {
  private written = 0;
  private isBroken = false;

  private constructor(
    private readonly folder: string,
    private readonly refused: string,
    private readonly say: (problem: string) => void,
  ) {}

  /**
   * @param base the folder for all addresses; without it `SIGHTGLASS_OUTBOX`, else a folder in the user's home
   * @returns `null` where the program cannot write files
   */
  static open(
    base: string | undefined,
    {
      url,
      key,
      say,
    }: { readonly url: string; readonly key: string; readonly say: (problem: string) => void },
  ): Spool | null {
    if (!hasFiles()) return null;
    return new Spool(makeKeptPath(base, url, key), makeKeptPath(base, url, "refused"), say);
  }

  /** @returns the record's file; `null` where it cannot be written, which is said once */
  keep(text: string): string | null {
    if (this.isBroken) return null;
    const number = String(this.written++).padStart(DIGITS, "0");
    const file = `${this.folder}/${Date.now()}-${readProgram()?.pid ?? 0}-${MARK}-${number}.json`;
    try {
      if (number === "0".repeat(DIGITS)) makeFolder(this.folder);
      writeWhole(file, text);
      return file;
    } catch (error) {
      this.isBroken = true;
      this.say(`cannot keep records in ${this.folder} (${readErrorCode(error)}); they wait in memory`);
      return null;
    }
  }

  /** @returns the record; `null` where another process has sent it */
  read(file: string): string | null {
    try {
      return loadBuiltin("node:fs").readFileSync(file, "utf8");
    } catch {
      return null;
    }
  }

  drop(file: string): void {
    loadBuiltin("node:fs").rmSync(file, { force: true });
  }

  /** Puts a record to those that the next key takes. @returns its new file */
  refuse(file: string): string {
    const moved = `${this.refused}/${loadBuiltin("node:path").basename(file)}`;
    try {
      makeFolder(this.refused);
      loadBuiltin("node:fs").renameSync(file, moved);
      return moved;
    } catch {
      return file;
    }
  }

  /** What earlier processes left behind, the oldest first. */
  listLeftBehind(): readonly SpooledRecord[] {
    return [this.folder, this.refused]
      .flatMap((folder) => listRecords(folder).map((name) => ({ name, file: `${folder}/${name}` })))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap(({ file }) => {
        const chars = loadBuiltin("node:fs").statSync(file, { throwIfNoEntry: false })?.size;
        return chars === undefined ? [] : [{ file, chars }];
      });
  }
}

function listRecords(folder: string): string[] {
  try {
    const names = loadBuiltin("node:fs").readdirSync(folder);
    return names.filter((name) => {
      const [, pid, mark] = RECORD.exec(name) ?? [];
      return pid !== undefined && mark !== MARK && !isOther(Number(pid));
    });
  } catch {
    return [];
  }
}

/** Whether another process of this id is running. */
function isOther(pid: number): boolean {
  if (pid === readProgram()?.pid) return false;
  try {
    return readProgram()?.kill?.(pid, 0) === true;
  } catch (error) {
    return readErrorCode(error) === "EPERM";
  }
}
