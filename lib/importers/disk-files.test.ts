import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { filesBelow, openImportFile, runImporter } from "@/lib/testing/import-file";
import { chooseImporter } from "./choose";

const SAMPLES = path.resolve("lib/importers/samples");
const folder = mkdtempSync(path.join(os.tmpdir(), "disk-files-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const samples = filesBelow(SAMPLES);
const recordFiles = samples.filter((name) => linesOf(sampleBytes(name)).length > 3 && isLines(name));

/** Other programs write records of the same form, so the rest could be theirs. */
const NAMED_BY_FIRST: ReadonlySet<string> = new Set(["droid.jsonl", "kimi-wire.jsonl"]);

describe.each(samples)("%s, as it lies on a disk", (name) => {
  it.each([
    ["with a byte order mark", (bytes) => Buffer.concat([Buffer.from("\ufeff"), bytes])],
    [
      "in UTF-16, as a redirect of PowerShell writes it",
      (bytes) => Buffer.from(`\ufeff${bytes.toString()}`, "utf16le"),
    ],
    ["in UTF-32", (bytes) => encodeWide(`\ufeff${bytes.toString()}`)],
    ["in UTF-32 without a mark", (bytes) => encodeWide(bytes.toString())],
    ["in UTF-32 of the other order", (bytes) => encodeWide(`\ufeff${bytes.toString()}`).swap32()],
    ["in UTF-16 without a mark", (bytes) => Buffer.from(bytes.toString(), "utf16le")],
    ["in UTF-16 of the other order", (bytes) => Buffer.from(`\ufeff${bytes.toString()}`, "utf16le").swap16()],
    ["with line ends of Windows", (bytes) => Buffer.from(bytes.toString().replaceAll("\n", "\r\n"))],
  ] satisfies [string, (bytes: Buffer) => Buffer][])("%s, says the same", async (_, change) => {
    expect(await figuresOf(name, change(sampleBytes(name)))).toEqual(
      await figuresOf(name, sampleBytes(name)),
    );
  });

  it("behind lines that a program printed before it, says the same and names them", async () => {
    const bytes = sampleBytes(name);
    if (!/^[{[]/.test(bytes.toString())) return;
    const printed = Buffer.from("Exporting 1 session\n// 2 files were skipped\n");
    const { damage, ...figures } = await figuresOf(name, Buffer.concat([printed, bytes]));
    expect(figures).toEqual(omitDamage(await figuresOf(name, bytes)));
    expect(damage).toEqual([{ kind: "leading_lines", count: 2, line: 1 }]);
  });

  it("with zero bytes at its end, says the same and names them", async () => {
    const { damage, ...figures } = await figuresOf(
      name,
      Buffer.concat([sampleBytes(name), Buffer.alloc(4_096)]),
    );
    expect(figures).toEqual(omitDamage(await figuresOf(name, sampleBytes(name))));
    expect(damage).toEqual([expect.objectContaining({ kind: "zero_bytes", count: 4_096 })]);
  });
});

describe.each(recordFiles)("the records of %s", (name) => {
  it("say the same as a JSON array of the lines", async () => {
    const text = `[\n${linesOf(sampleBytes(name)).join(",\n")}\n]\n`;
    expect(await figuresOf(name, Buffer.from(text))).toEqual(await figuresOf(name, sampleBytes(name)));
  });

  it("are read before and behind a gap of zero bytes, which is named with its line", async () => {
    const lines = linesOf(sampleBytes(name));
    const middle = Math.floor(lines.length / 2);
    const gap = Buffer.alloc(700);
    const damaged = [`${lines.slice(0, middle).join("\n")}\n`, gap, `${lines.slice(middle).join("\n")}\n`];
    const { damage, ...figures } = await figuresOf(
      name,
      Buffer.concat(damaged.map((part) => Buffer.from(part))),
    );
    expect(figures).toEqual(omitDamage(await figuresOf(name, sampleBytes(name))));
    expect(damage).toEqual([{ kind: "zero_bytes", count: 700, line: middle + 1 }]);
  });

  it("are read where the last is cut off, which is named", async () => {
    const lines = linesOf(sampleBytes(name));
    const cut = `${lines.slice(0, -1).join("\n")}\n${(lines.at(-1) ?? "").slice(0, -7)}`;
    const { warnings } = await read(name, Buffer.from(cut));
    expect([...warnings.keys()].join(" ")).toMatch(/broken|incomplete|unreadable/);
  });

  it.runIf(NAMED_BY_FIRST.has(name))(
    "are refused without the first, where only that names the program",
    async () => {
      const lines = linesOf(sampleBytes(name));
      await expect(read(name, Buffer.from(lines.slice(1).join("\n")))).rejects.toThrow(/format is not known/);
    },
  );

  // The first line of a database's rows is made with them, so it cannot be lost.
  it.skipIf(name.includes("-database") || NAMED_BY_FIRST.has(name))(
    "are read without the first, which can name the session",
    async () => {
      const lines = linesOf(sampleBytes(name));
      const { importer, turns } = await figuresOf(name, Buffer.from(lines.slice(1).join("\n")));
      const whole = await figuresOf(name, sampleBytes(name));
      expect(importer).toBe(whole.importer);
      expect(sumOf(turns)).toBeGreaterThanOrEqual(sumOf(whole.turns) - 1);
    },
  );

  it("are read where one has bytes that are no text, which is named with its line", async () => {
    const bytes = sampleBytes(name);
    const at = [...bytes.toString("latin1").matchAll(/[a-z]{3,} [a-z]{2,}/g)].at(-1)?.index ?? 0;
    const broken = Buffer.concat([bytes.subarray(0, at), Buffer.from([0xe9, 0xff]), bytes.subarray(at)]);
    const { damage, turns } = await figuresOf(name, broken);
    expect(damage).toEqual([{ kind: "not_utf8", count: 1, line: lineAt(bytes, at) }]);
    expect(turns).toEqual((await figuresOf(name, bytes)).turns);
  });
});

async function read(name: string, bytes: Buffer) {
  const place = path.join(folder, String(files++));
  writeFileSync(place, bytes);
  const file = await openImportFile(place, name);
  const choice = chooseImporter(file.sniff);
  if (choice.importer === null) throw new Error(choice.reason);
  const result = await runImporter(choice.importer, [file]);
  return { ...result, importer: choice.importer.id, damage: file.damage?.() };
}

async function figuresOf(name: string, bytes: Buffer) {
  const { importer, sessions, damage } = await read(name, bytes);
  const folded = [...sessions.values()].map((events) => foldSession(events));
  return {
    importer,
    damage,
    turns: folded.map(({ turns }) => turns.length),
    blocks: folded.map(({ blocks }) => blocks.length),
  };
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function omitDamage({ damage: _, ...rest }: Awaited<ReturnType<typeof figuresOf>>) {
  return rest;
}

function sampleBytes(name: string): Buffer {
  return readFileSync(path.join(SAMPLES, name));
}

function linesOf(bytes: Buffer): string[] {
  return bytes
    .toString()
    .split("\n")
    .filter((line) => line !== "");
}

function isLines(name: string): boolean {
  return linesOf(sampleBytes(name)).every((line) => line.startsWith("{") && line.endsWith("}"));
}

function lineAt(bytes: Buffer, at: number): number {
  return bytes.subarray(0, at).toString().split("\n").length;
}

function encodeWide(text: string): Buffer {
  const codes = Array.from(text, (one) => one.codePointAt(0) ?? 0);
  const bytes = Buffer.alloc(codes.length * 4);
  for (const [at, code] of codes.entries()) bytes.writeUInt32LE(code, at * 4);
  return bytes;
}
