import { constants, createReadStream, openSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";
import { AppError } from "@/lib/errors";
import type { Damage } from "@/lib/importers/reading/mend-text";
import { TextMender } from "@/lib/importers/reading/mend-text";

const CHUNK_BYTES = 1 << 20;
/** Opening a pipe waits until somebody writes to it, for ever where nobody does. With this, it does not. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a file that has an end. A pipe, a socket or a device has none, so whoever reads it may wait for ever.
 * @throws AppError `unprocessable` for what is no file, and the errors of opening
 */
export async function openRegular(path: string): Promise<FileHandle> {
  const handle = await open(path, READ);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new AppError("unprocessable", "is a pipe, a device or a folder; only files are read");
}

/** Like {@link openRegular}, for reading at once. */
export function openRegularSync(path: string): number {
  return openSync(path, READ);
}

/**
 * The text of such a file in pieces, up to a number of bytes. Also what has become a pipe since keeps nobody waiting.
 * @param onDamage is told at the end what is damaged
 */
export async function* readFileText(
  path: string,
  bytes = Number.POSITIVE_INFINITY,
  onDamage: (damage: readonly Damage[]) => void = () => undefined,
): AsyncGenerator<string> {
  // The types know flags by their names only.
  const flags = READ as unknown as string;
  const pieces = createReadStream(path, { highWaterMark: CHUNK_BYTES, flags, end: bytes - 1 });
  const mender = new TextMender();
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    const text = mender.feed(piece);
    if (text !== "") yield text;
  }
  const rest = mender.end();
  if (rest !== "") yield rest;
  onDamage(mender.damage);
}

/** The text at the beginning of a file. A character that is not whole at the end is left out. */
export function decodeHead(bytes: Uint8Array): string {
  return new TextMender().feed(bytes);
}
