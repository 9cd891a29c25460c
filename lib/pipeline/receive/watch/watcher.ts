import { existsSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import type { FSWatcher } from "chokidar";
import { watch } from "chokidar";
import { AppError } from "@/lib/errors";
import type { GrownFile, ReadMark } from "./grown-file";
import { hasGrown, isUnchanged, openGrown } from "./grown-file";
import type { WatchPlace } from "@/lib/agent-folders";
import type { TakeFiles } from "./take-files";

/** A watcher continues there after a restart. */
export interface ReadMarks {
  get(file: string): ReadMark | undefined;
  set(place: WatchPlace, file: string, mark: ReadMark): Promise<void>;
}

export interface WatchOptions {
  readonly places: readonly WatchPlace[];
  readonly take: TakeFiles;
  readonly marks: ReadMarks;
  /** Files without changes for longer are ignored until they change. */
  readonly sinceMs: number;
  readonly onTaken?: (place: WatchPlace, unit: string, added: number) => void;
  readonly onProblem?: (unit: string, error: unknown) => void;
}

interface Unit {
  readonly place: WatchPlace;
  readonly name: string;
  readonly files: Set<string>;
  isDirty: boolean;
  /** The time at which one of the files changed last, in ms since 1970; 0 where unknown. */
  changedAt: number;
  /** A large unit takes longer to read, so it waits longer. */
  notBefore: number;
}

const SETTLE_MS = 60;
const REST_PER_READ = 2;
const FOLDER_LOOK_MS = 5_000;
const RETRY_MS = 5_000;

/**
 * Follows session folders. A growing file is read up to its last whole line, and new content is taken.
 * Rotated, truncated and replaced files are read from the beginning. Nothing that was taken is lost.
 */
export class SessionWatcher {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #units = new Map<string, Unit>();
  #timer: NodeJS.Timeout | undefined;
  /** Continuous writes to a file do not delay the next look. */
  #workAt = Number.POSITIVE_INFINITY;
  #folderTimer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(private readonly options: WatchOptions) {}

  /** Begins to follow the folders, also those that are created later. */
  start(): void {
    this.#lookForFolders();
    this.#folderTimer = setInterval(() => this.#lookForFolders(), FOLDER_LOOK_MS);
    this.#folderTimer.unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#folderTimer);
    clearTimeout(this.#timer);
    await Promise.all([...this.#watchers.values()].map((watcher) => watcher.close()));
    await this.#working;
  }

  #lookForFolders(): void {
    for (const place of this.options.places) {
      if (this.#isStopped || this.#watchers.has(place.folder) || !existsSync(place.folder)) continue;
      const watcher = watch(place.folder, {
        followSymlinks: false,
        ignoreInitial: false,
        ignored: (file, stats) => stats?.isFile() === true && !isRead(place, file),
      });
      watcher.on("add", (file) => this.#changed(place, file, true));
      watcher.on("change", (file) => this.#changed(place, file, false));
      watcher.on("unlink", (file) => this.#units.get(makeUnitKey(place, file))?.files.delete(file));
      watcher.on("error", (error) => this.options.onProblem?.(place.folder, error));
      this.#watchers.set(place.folder, watcher);
    }
  }

  #changed(place: WatchPlace, file: string, isNew: boolean): void {
    if (!isRead(place, file) || !isInside(place.folder, file)) return;
    if (isNew && this.options.marks.get(file) === undefined && this.#isOld(file)) return;
    const key = makeUnitKey(place, file);
    const unit = this.#units.get(key) ?? {
      place,
      name: key,
      files: new Set<string>(),
      isDirty: false,
      changedAt: 0,
      notBefore: 0,
    };
    unit.changedAt = Math.max(unit.changedAt, changedAt(file) ?? 0);
    unit.files.add(file);
    unit.isDirty = true;
    this.#units.set(key, unit);
    this.#plan();
  }

  #isOld(file: string): boolean {
    return (changedAt(file) ?? 0) < Date.now() - this.options.sinceMs;
  }

  #plan(): void {
    if (this.#isStopped) return;
    let next = Number.POSITIVE_INFINITY;
    for (const { isDirty, notBefore } of this.#units.values()) if (isDirty) next = Math.min(next, notBefore);
    if (next === Number.POSITIVE_INFINITY) return;
    const at = Math.max(next, Date.now() + SETTLE_MS);
    if (this.#workAt <= at) return;
    this.#workAt = at;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#workAt = Number.POSITIVE_INFINITY;
      this.#working = this.#working.then(() => this.#work());
    }, at - Date.now());
  }

  async #work(): Promise<void> {
    const now = Date.now();
    // The session that somebody waits for is the last one.
    for (const unit of [...this.#units.values()].sort((a, b) => b.changedAt - a.changedAt)) {
      if (this.#isStopped) return;
      if (!unit.isDirty || unit.notBefore > now) continue;
      unit.isDirty = false;
      const began = Date.now();
      try {
        await this.#takeIn(unit);
        unit.notBefore = Date.now() + (Date.now() - began) * REST_PER_READ;
      } catch (error) {
        unit.isDirty = true;
        if (error instanceof NotWholeYet) {
          unit.notBefore = Date.now() + SETTLE_MS;
          continue;
        }
        this.options.onProblem?.(unit.name, error);
        unit.notBefore = Date.now() + RETRY_MS;
      }
    }
    this.#plan();
  }

  async #takeIn(unit: Unit): Promise<void> {
    const { place, name, files } = unit;
    const { marks, take, onTaken } = this.options;
    if (await this.#isKnown(files)) return;
    const grown = new Map<string, GrownFile>();
    for (const file of [...files].sort()) {
      const opened = await this.#opened(unit, file);
      if (opened !== null) grown.set(file, opened);
      else if (files.has(file) && isBeingWritten(file)) throw new NotWholeYet(file);
    }
    if (grown.size === 0) return;
    const addedEvents = await take(
      name,
      [...grown.values()].map(({ file }) => file),
      [...grown].every(([file, now]) => hasGrown(marks.get(file), now)),
    );
    for (const [file, { offset, fingerprint }] of grown)
      await marks.set(place, file, { offset, fingerprint });
    onTaken?.(place, name, addedEvents);
  }

  /** What cannot be read however often it is tried is said once, and left out until it changes. */
  async #opened({ place, name, files }: Unit, file: string): Promise<GrownFile | null> {
    try {
      return await openGrown(file, nameOf(place, file));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      files.delete(file);
      this.options.onProblem?.(`${name}: ${path.basename(file)}`, error);
      return null;
    }
  }

  async #isKnown(files: ReadonlySet<string>): Promise<boolean> {
    for (const file of files) {
      const mark = this.options.marks.get(file);
      if (mark === undefined || !(await isUnchanged(file, mark))) return false;
    }
    return true;
  }
}

/** A document of a unit is being written. Without it, the other files would tell something else. */
class NotWholeYet extends Error {}

/** A document without writes for longer is broken, and no longer waited for. */
const WRITING_MS = 2_000;

function isBeingWritten(file: string): boolean {
  const at = file.endsWith(".json") ? changedAt(file) : null;
  return at !== null && Date.now() - at < WRITING_MS;
}

/** The time of a file's last change, in ms since 1970; `null` for a file that is gone, or that may not be looked at. */
function changedAt(file: string): number | null {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return null;
  }
}

function makeRelative(place: WatchPlace, file: string): string {
  return path.relative(place.folder, file).split(path.sep).join("/");
}

function isRead(place: WatchPlace, file: string): boolean {
  return place.reads.test(makeRelative(place, file));
}

/** A link can lead anywhere. Only files that really lie inside the folder are read. */
function isInside(folder: string, file: string): boolean {
  try {
    const inside = path.relative(realpathSync(folder), realpathSync(file));
    return inside !== "" && !inside.startsWith("..") && !path.isAbsolute(inside);
  } catch {
    return false;
  }
}

function makeUnitKey(place: WatchPlace, file: string): string {
  return `${place.agent}: ${place.unit(makeRelative(place, file))}`;
}

/** The name of a file, as an import of the whole folder would give it. */
function nameOf(place: WatchPlace, file: string): string {
  return `${path.basename(place.folder)}/${makeRelative(place, file)}`;
}
