import type * as asyncHooks from "node:async_hooks";
import type * as crypto from "node:crypto";
import type * as fs from "node:fs";
import type * as modules from "node:module";
import type * as os from "node:os";
import type * as path from "node:path";
import { readProgram, readVariable } from "./program";

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const HASH_CHARS = 16;

interface Builtins {
  readonly "node:async_hooks": typeof asyncHooks;
  readonly "node:crypto": typeof crypto;
  readonly "node:fs": typeof fs;
  readonly "node:module": typeof modules;
  readonly "node:os": typeof os;
  readonly "node:path": typeof path;
}

/** A module of Node without an import, which programs elsewhere would fail at; there it is `undefined`. */
export function loadBuiltin<Name extends keyof Builtins>(name: Name): Builtins[Name] {
  return readProgram()?.getBuiltinModule?.(name) as Builtins[Name];
}

/** Whether the program can write files. */
export function hasFiles(): boolean {
  return (loadBuiltin("node:fs") as unknown) !== undefined;
}

/**
 * The place of something below the folder of what the library keeps: `SIGHTGLASS_OUTBOX`, else one in the user's home.
 * @param names what it belongs to; the place's name does not tell
 */
export function makeKeptPath(base: string | undefined, ...names: readonly string[]): string {
  const { join } = loadBuiltin("node:path");
  const root = base ?? findKeptFolder();
  const hash = loadBuiltin("node:crypto").createHash("sha256").update(names.join("\n"));
  return join(root, hash.digest("hex").slice(0, HASH_CHARS));
}

/** The folder of what the library keeps, unless a program names another. */
export function findKeptFolder(): string {
  const { join } = loadBuiltin("node:path");
  return readVariable("SIGHTGLASS_OUTBOX") ?? join(loadBuiltin("node:os").homedir(), ".sightglass", "outbox");
}

/** Writes a private file that is whole as soon as it is there. @throws what the file system throws */
export function writeWhole(file: string, text: string): void {
  const { renameSync, writeFileSync } = loadBuiltin("node:fs");
  writeFileSync(`${file}.part`, text, { mode: PRIVATE_FILE });
  renameSync(`${file}.part`, file);
}

export function makeFolder(folder: string): void {
  loadBuiltin("node:fs").mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
}

export function readErrorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
