import type { TraceEvent } from "@/lib/core/trace/event";
import type { Recognition, Sniff } from "./sniff";

/** A file to import. It can be read more than once. */
export interface ImportFile {
  /** Its name, with the path below the imported folder where there is one. */
  readonly name: string;
  readonly sniff: Sniff;
  /** The content as text, piece by piece. */
  chunks(): AsyncIterable<string>;
}

/**
 * Where an importer says what it could not use; equal codes are counted together. Every record of a file is either read or
 * passed over with a warning that names it, so that none is lost without a word.
 */
export interface ImportReport {
  /** Says something of what was read. */
  warn(code: string, message: string, count?: number): void;
  /** Counts records that a file holds: its lines, the entries of its array, or of the list that its document is made of. */
  found(records: number): void;
  /** Warns of records that are not read. */
  passOver(code: string, message: string, count?: number): void;
}

/**
 * A foreign format. Recognised by content, never by name; converted to events without holding more of a file in memory
 * than one conversation.
 */
export interface Importer {
  readonly id: string;
  /** The format in words, for messages and lists. */
  readonly label: string;
  recognise(sniff: Sniff): Recognition;
  /** The source does not name its sessions: what they are called follows from how they begin. Then equal names may be two sessions. */
  readonly guessesSessions?: boolean;
  /** Files with equal keys are converted together. Without this each file is a conversion of its own. */
  groupKey?(file: ImportFile): string;
  /** Files that belong to a group though they are not recognised by themselves; `siblings` are all others that were given. */
  companions?(files: readonly ImportFile[], siblings: readonly ImportFile[]): readonly ImportFile[];
  convert(files: readonly ImportFile[], report: ImportReport): AsyncGenerator<TraceEvent>;
}

/** The last part of a path, without its ending. */
export function stemOf(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
  return base.replace(/(\.[A-Za-z0-9]{1,6}){1,2}$/, "") || base;
}

/** The folder part of a path, empty when there is none. */
export function folderOf(name: string): string {
  return name.includes("/") ? name.slice(0, name.lastIndexOf("/")) : "";
}
