import type { LeafNote } from "@/lib/core/checked";
import type { TraceEvent } from "@/lib/core/trace/event";
import type { VerdictLine } from "@/lib/core/findings/verdict";
import type { Damage } from "./mend-text";
import type { Recognition, Sniff } from "./sniff";

export interface ImportFile {
  readonly name: string;
  readonly sniff: Sniff;
  chunks(): AsyncIterable<string>;
  /** Why nothing can be read of it, whatever it looks like. */
  readonly refused?: string;
  /** What is damaged in what was read of it so far; left out where nothing can be. */
  damage?(): readonly Damage[];
}

/**
 * Where an importer reports what it could not use. Equal codes are counted together. Every record of a file
 * is either read or skipped with a warning, so that none is lost silently.
 */
export interface ImportReport {
  warn(code: string, message: string, count?: number): void;
  found(records: number): void;
  passOver(code: string, message: string, count?: number): void;
  /** What a person said of a finding, in a session that this product exported. It is no event. */
  verdict(said: VerdictLine): void;
}

/**
 * A foreign format. Recognised by content, never by name. Never holds more of a file in memory than one
 * conversation.
 */
export interface Importer extends LeafNote {
  readonly id: string;
  readonly label: string;
  recognise(sniff: Sniff): Recognition;
  /**
   * The source does not name its sessions. Their names come from their beginning, so two sessions can have
   * the same name.
   */
  readonly guessesSessions?: boolean;
  /** Files with equal keys are converted together. By default each file is converted alone. */
  groupKey?(file: ImportFile): string;
  /**
   * Files that belong to a group without being recognised themselves. `siblings` are all other given files.
   */
  companions?(files: readonly ImportFile[], siblings: readonly ImportFile[]): readonly ImportFile[];
  convert(files: readonly ImportFile[], report: ImportReport): AsyncGenerator<TraceEvent>;
}

/** The name of a file without its folder and its endings: `logs/run.jsonl.gz` is `run`. */
export function cutStem(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
  return base.replace(/(\.[A-Za-z0-9]{1,6}){1,2}$/, "") || base;
}

export function findFileFolder(name: string): string {
  return name.includes("/") ? name.slice(0, name.lastIndexOf("/")) : "";
}
