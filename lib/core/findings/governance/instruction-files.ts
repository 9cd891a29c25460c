import { folderOf, isWithin, plainPath } from "../../governance/paths";
import type { FindingInput } from "../rule/rule";

/** Files in which a repository tells agents what to do; the nearest one above a file counts most. */
const NAMES =
  /^(?:agents?|claude|gemini|qwen|codex|copilot-instructions|context|conventions)(?:\.local|\.override)?\.md$|^\.(?:cursorrules|clinerules|windsurfrules|roorules|rules)$|\.mdc$|\.instructions\.md$/i;
/** Folders beside the sources in which instructions for the folder above stand. */
const HOLDERS =
  /\/?(?:\.github(?:\/instructions)?|\.cursor\/rules|\.claude(?:\/rules)?|\.clinerules|\.gemini|\.codex|\.roo\/rules|\.windsurf\/rules|docs)$/;
/** Folders of a user's own settings: they hold for all that the user does. */
const PERSONAL = /(?:^~|^\/root|^\/(?:home|Users)\/[^/]+)\/\.[^/]+(?:\/|$)/;

/** Instructions of a repository with the folder for which they hold. */
export interface InstructionFile {
  readonly number: number;
  readonly path: string;
  readonly folder: string;
}

/** The instruction files among the blocks of a session, in their order. Those without a path or for a whole user are left out. */
export function instructionFiles({ session }: Pick<FindingInput, "session">): InstructionFile[] {
  return session.blocks.flatMap((block, number): InstructionFile[] => {
    if (block.kind !== "repository_instructions") return [];
    const named = block.origin?.path ?? block.label;
    if (named === null || !NAMES.test(named.slice(named.replaceAll("\\", "/").lastIndexOf("/") + 1)))
      return [];
    const path = plainPath(named);
    return PERSONAL.test(path) ? [] : [{ number, path, folder: folderOf(path).replace(HOLDERS, "") }];
  });
}

/** Whether the rules of a file hold for a path. */
export function holdsFor({ folder }: InstructionFile, path: string): boolean {
  return isWithin(path, folder);
}

/** Of files whose rules hold for a path, the nearest one; the deeper folder is nearer. */
export function nearestOf(files: readonly InstructionFile[], path: string): InstructionFile | undefined {
  let nearest: InstructionFile | undefined;
  for (const file of files)
    if (holdsFor(file, path) && (nearest === undefined || file.folder.length > nearest.folder.length))
      nearest = file;
  return nearest;
}
