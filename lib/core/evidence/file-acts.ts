import { extractCommand, parseJsonOrText, recordIn } from "../source/arguments";
import { parseShellRead } from "../source/shell-reads";
import { PATH_KEYS } from "../source/source";
import { listPatchedFiles, listShellWrites } from "../source/shell-writes";
import { isShell, plainToolName } from "../source/tool-words";
import { isToldFailed } from "../proof/failed";
import { makeOnceInSteps } from "../once";
import type { InSteps } from "../steps";
import type { Recording } from "../trace/fold/recording";
import { readFullText } from "../trace/fold/recording";
import type { Block } from "../trace/session";
import { pairCalls } from "../window/call-pairs";

const READS = /^(?:read|view|cat|open|get_file|notebook_?read)/;
const WRITES =
  /^(?:write|edit|multi_?edit|str_replace|apply_patch|apply_diff|insert|create_file|replace|update_file|notebook_?edit|patch)/;
/**
 * The number of characters of arguments that are read: a file that is written whole stands in them, with its path often behind
 * it.
 */
const ARGUMENT_CHARS_MAX = 1_000_000;
const COMMAND_CHARS_MAX = 20_000;

export interface FileAct {
  readonly path: string;
  /** The result of a read, or the call of a write. */
  readonly block: number;
  readonly turn: number;
  readonly writes: boolean;
}

/** What calls did to files, in the order of the blocks, a call per step. Leaves out calls that failed. */
export const fileActs = makeOnceInSteps(listFileActs);

function* listFileActs(recording: Recording): InSteps<readonly FileAct[]> {
  const acts: FileAct[] = [];
  const { session } = recording;
  const calls = pairCalls(session);
  for (const [no, block] of session.blocks.entries()) {
    if (block.kind !== "tool_call" || block.toolName === null || block.createdTurn === null) continue;
    yield;
    const result = calls.resultOf.get(no);
    if (result !== undefined && isToldFailed(recording, calls, result)) continue;
    const args = (readFullText(recording, block) ?? "").slice(0, ARGUMENT_CHARS_MAX);
    const { paths, writes } = findTouched(block, args);
    if (!writes && result === undefined) continue;
    for (const path of paths)
      acts.push({ path, block: writes ? no : (result ?? no), turn: block.createdTurn, writes });
  }
  return acts;
}

interface Touched {
  readonly paths: readonly string[];
  readonly writes: boolean;
}

/** The files that a call reads or writes, whether it succeeds or not. */
export function findTouched({ toolName, origin }: Block, args: string): Touched {
  const name = plainToolName(toolName);
  if (isShell(name)) return findTouchedByShell(extractCommand(args).slice(0, COMMAND_CHARS_MAX));
  const isRead = READS.test(name);
  if (!isRead && !WRITES.test(name)) return { paths: [], writes: false };
  const fields = recordIn(parseJsonOrText(args));
  const keyed = new Map(Object.entries(fields ?? {}).map(([key, value]) => [plainToolName(key), value]));
  const namedPath = PATH_KEYS.map((key) => keyed.get(key)).find((value) => typeof value === "string");
  const path =
    origin?.path ??
    namedPath ??
    /"(?:file_?path|path|filename|target_file)"\s*:\s*"([^"]+)"/i.exec(args)?.[1];
  const looks = keyed.get("command") === "view" || keyed.get("command") === "read";
  if (path !== undefined && path !== "") return { paths: [path], writes: !isRead && !looks };
  const texts = fields === null ? [args] : Object.values(fields).filter((value) => typeof value === "string");
  return {
    paths: texts.flatMap((text) => listPatchedFiles(text.slice(0, COMMAND_CHARS_MAX))),
    writes: !isRead,
  };
}

function findTouchedByShell(command: string): Touched {
  // The lines of a patch are no commands: an arrow in them writes no file.
  const patched = listPatchedFiles(command);
  const changed = patched.length > 0 ? patched : listShellWrites(command);
  if (changed.length > 0) return { paths: changed, writes: true };
  const place = parseShellRead(command)?.place;
  return { paths: place === undefined || /^https?:/.test(place) ? [] : [place], writes: false };
}
