import { folderOf, isWithin, plainPath } from "../../governance/paths";
import type { FindingInput } from "../rule/rule";

const NAMES =
  /^(?:agents?|claude|gemini|qwen|codex|copilot-instructions|context|conventions)(?:\.local|\.override)?\.md$|^\.(?:cursorrules|clinerules|windsurfrules|roorules|rules)$|\.mdc$|\.instructions\.md$/i;
const HOLDERS =
  /\/?(?:\.github(?:\/instructions)?|\.cursor\/rules|\.claude(?:\/rules)?|\.clinerules|\.gemini|\.codex|\.roo\/rules|\.windsurf\/rules|docs)$/;
/** A user's own settings hold for everything that the user does. */
const PERSONAL = /(?:^~|^\/root|^\/(?:home|Users)\/[^/]+)\/\.[^/]+(?:\/|$)/;

export interface InstructionFile {
  readonly number: number;
  readonly path: string;
  readonly folder: string;
}

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

export function holdsFor({ folder }: InstructionFile, path: string): boolean {
  return isWithin(path, folder);
}

export function nearestOf(files: readonly InstructionFile[], path: string): InstructionFile | undefined {
  let nearest: InstructionFile | undefined;
  for (const file of files)
    if (holdsFor(file, path) && (nearest === undefined || file.folder.length > nearest.folder.length))
      nearest = file;
  return nearest;
}
