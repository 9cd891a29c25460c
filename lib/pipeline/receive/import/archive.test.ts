import { gzipSync } from "node:zlib";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import sqlite from "node-sqlite3-wasm";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { groupFiles } from "@/lib/importers/group";
import { sampleText } from "@/lib/testing/samples";
import type { ZipEntry } from "@/lib/testing/zip";
import { zipOf } from "@/lib/testing/zip";
import type { ArchiveLimits } from "./unpack-meter";
import { hashContent } from "@/lib/core/hash";
import type { Received } from "./received";
import { ARCHIVE_DEPTH_MAX, unpackArchives } from "./archive";
import { openDiskFile, openReceived } from "./disk-file";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "archive-test-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function unpacked(entries: readonly ZipEntry[] | Buffer, limits?: ArchiveLimits) {
  const archive = path.join(folder, "0");
  writeFileSync(archive, Buffer.isBuffer(entries) ? entries : zipOf(entries));
  return unpackArchives([{ path: archive, name: "export.zip" }], folder, limits);
}

describe("unpackArchives", () => {
  it("puts the files of an archive in its place, under its name", async () => {
    const files = await unpacked([
      { name: "a/", content: "" },
      { name: "a/one.json", content: "{}" },
      { name: "two.txt", content: "text" },
      { name: "__MACOSX/a/._one.json", content: "x" },
    ]);
    expect(files.map(({ name, path: file }) => [name, readFileSync(file, "utf8")])).toEqual([
      ["export.zip/a/one.json", "{}"],
      ["export.zip/two.txt", "text"],
    ]);
  });

  it("leaves other files as they are, whatever they are called", async () => {
    const file = { path: path.join(folder, "plain"), name: "plain.zip" };
    writeFileSync(file.path, "no archive");
    expect(await unpackArchives([file], folder)).toEqual([file]);
  });

  it("unpacks an archive in an archive, and no deeper", async () => {
    let inner = zipOf([{ name: "deep.json", content: "{}" }]);
    for (let i = 0; i < ARCHIVE_DEPTH_MAX; i++) inner = zipOf([{ name: `level-${i}.eval`, content: inner }]);
    const [file] = await unpacked(inner);
    expect(file?.name).toBe("export.zip/level-1.eval/level-0.eval");
    expect(file?.refused).toContain("is a zip archive inside 2 others; unpack the outer ones");
  });

  it.each(["../../evil.json", "/etc/evil.json", "a/../../evil.json", "..\\evil.json"])(
    "refuses an archive that names a place outside itself: %s",
    async (name) => {
      await expect(unpacked([{ name, content: "{}" }])).rejects.toMatchObject({ code: "unprocessable" });
      expect(readdirSync(path.dirname(folder))).not.toContain("evil.json");
    },
  );

  it("names links, and does not follow them", async () => {
    const files = await unpacked([
      { name: "link", content: "/etc/passwd", mode: 0o120777 },
      { name: "file.json", content: "{}" },
    ]);
    expect(files.map(({ name, refused }) => [name, refused])).toEqual([
      ["export.zip/link", "is a symbolic link, and links in a zip are not followed"],
      ["export.zip/file.json", undefined],
    ]);
    const link = files[0]?.path ?? "";
    expect(readFileSync(link, "utf8")).toBe("");
  });

  it("says of files that are encrypted, and of a tar archive, what to do first", async () => {
    const secret = zipOf([{ name: "a.json", content: "{}" }]);
    for (const [sign, flags] of [
      ["PK\u0003\u0004", 6],
      ["PK\u0001\u0002", 8],
    ] as const) {
      const at = secret.indexOf(sign, 0, "latin1") + flags;
      secret[at] = (secret[at] ?? 0) | 1;
    }
    await expect(unpacked(secret)).rejects.toThrow("encrypted; unpack it with its password first");
    const tar = Buffer.alloc(1_024);
    tar.write("projects/a.jsonl");
    tar.write("ustar", 257);
    const deep = zipOf([{ name: "a.tgz", content: gzipSync(tar) }]);
    for (const packed of [tar, gzipSync(tar), deep])
      await expect(unpacked(packed)).rejects.toThrow("is a tar archive; unpack it, and import its folder");
  });

  it.each([
    ["377abcaf271c0004", "is a 7z archive; unpack it, and import its folder or a zip of it"],
    ["526172211a070100", "is a RAR archive; unpack it"],
    [
      "213c617263683e0a64656269616e2d62696e617279",
      "is an ar archive, such as a package of Debian; unpack it",
    ],
    ["fd377a585a000004e6d6b446", "is packed with xz; unpack it, and import what it holds"],
    ["28b52ffd2410810000", "is packed with zstd; unpack it"],
    ["425a6839314159265359", "is packed with bzip2; unpack it"],
    ["04224d186440a7", "is packed with lz4; unpack it"],
    ["50415231150415000000", "is a table of Parquet; write its rows as lines of JSON"],
    ["4f626a010416", "is a table of Avro; write its rows as lines of JSON"],
  ])("says what begins with %s is, and what to do with it", async (bytes, expected) => {
    const file = path.join(folder, "a.jsonl");
    writeFileSync(file, Buffer.from(bytes, "hex"));
    await expect(unpackArchives([{ path: file, name: "a.jsonl" }], folder)).rejects.toThrow(
      `a.jsonl ${expected}`,
    );
    const beside = { path: path.join(folder, "b.jsonl"), name: "b.jsonl" };
    writeFileSync(beside.path, "{}");
    const [sealed, other] = await unpackArchives([{ path: file, name: "a.jsonl" }, beside], folder);
    expect(sealed?.refused).toContain(expected);
    expect(other).toEqual(beside);
  });

  it("takes text that begins like a sign for text", async () => {
    for (const text of ["BZh is a name\n", "PAR1,PAR2\n", "Obj of mine", "ARROW1 is a row\n", "LZIP it"]) {
      const file = { path: path.join(folder, "plain"), name: "plain.txt" };
      writeFileSync(file.path, text);
      expect(await unpackArchives([file], folder)).toEqual([file]);
    }
  });

  it("stops at a bomb, whatever it claims to unpack to", async () => {
    const content = Buffer.alloc(64 * 1024 * 1024);
    await expect(unpacked([{ name: "bomb.json", content }])).rejects.toMatchObject({ code: "too_large" });
    await expect(unpacked([{ name: "bomb.json", content, claimedSize: 10 }])).rejects.toMatchObject({
      code: "unprocessable",
    });
  });

  it("stops at more files or more bytes than an import may hold", async () => {
    const many = ["a", "b", "c"].map((name) => ({ name, content: "text" }));
    await expect(unpacked(many, { files: 2, bytes: 1_000 })).rejects.toMatchObject({ code: "too_large" });
    await expect(unpacked(many, { files: 3, bytes: 11 })).rejects.toMatchObject({ code: "too_large" });
    expect(await unpacked(many, { files: 3, bytes: 12 })).toHaveLength(3);
  });

  it("says of a document that is a zip what it is, not what its parts are", async () => {
    const parts = (...names: string[]) => names.map((name) => ({ name, content: "<a/>" }));
    await expect(unpacked(parts("[Content_Types].xml", "word/document.xml"))).rejects.toThrow(
      "export.zip: it is a document of an office program",
    );
    await expect(unpacked(parts("mimetype", "content.xml"))).rejects.toThrow("OpenDocument or EPUB");
    expect(await unpacked(parts("word/document.xml", "a/mimetype"))).toHaveLength(2);
  });

  it("says that a broken archive is broken", async () => {
    const whole = zipOf([{ name: "a.json", content: "{}" }]);
    await expect(unpacked(whole.subarray(0, whole.length - 30))).rejects.toMatchObject({
      code: "unprocessable",
      message: expect.stringContaining("export.zip is a zip that cannot be read") as string,
    });
  });

  it("keeps what cannot be unpacked, with the reason, beside files that can be read", async () => {
    const place = (name: string, content: Buffer | string) => {
      writeFileSync(path.join(folder, name), content);
      return { path: path.join(folder, name), name };
    };
    const received = await unpackArchives(
      [
        place("broken.gz", Buffer.from([0x1f, 0x8b, 8, 0xff, 1, 2, 3, 4, 5, 6, 7])),
        place("broken.zip", "PK\u0003\u0004 and no more"),
        place("empty.zip", zipOf([])),
        place("broken.db", `SQLite format 3\u0000${"x".repeat(5_000)}`),
        place("session.jsonl", sampleText("claude-code.jsonl")),
      ],
      folder,
    );
    const { groups, unrecognised } = groupFiles(await Promise.all(received.map(openReceived)));
    expect(groups.map(({ importer }) => importer.id)).toEqual(["claude_code"]);
    expect(unrecognised.map(({ file, reason }) => [file.name, reason])).toEqual([
      ["broken.gz", expect.stringMatching(/^is a gzip that cannot be read: /)],
      ["broken.zip", expect.stringMatching(/^is a zip that cannot be read: /)],
      ["empty.zip", "the zip holds no files"],
      ["broken.db", expect.stringMatching(/^is a SQLite database that cannot be read: /)],
    ]);
  });

  it("puts the content of a gzip in its place, and names the damage of one that is cut off or broken", async () => {
    const gz = gzipSync('{"a":1}\n'.repeat(100));
    const archive = zipOf([{ name: "logs/run.jsonl.gz", content: gz }]);
    expect((await unpacked(archive)).map(({ name }) => name)).toEqual(["export.zip/logs/run.jsonl"]);
    const [file] = await unpacked(gz);
    expect(readFileSync(file?.path ?? "", "utf8")).toHaveLength(800);
    const lines = Array.from({ length: 40_000 }, (_, i) =>
      JSON.stringify({ no: i, id: hashContent(String(i)) }),
    );
    const long = gzipSync(lines.join("\n"));
    const broken = Buffer.from(long);
    broken.fill(0, broken.length / 2);
    for (const damaged of [long.subarray(0, long.length / 2), broken]) {
      const [cut] = await unpacked(damaged);
      const text = readFileSync(cut?.path ?? "", "utf8");
      expect(text.length).toBeGreaterThan(500_000);
      expect(lines.join("\n").startsWith(text.slice(0, 500_000))).toBe(true);
      expect(cut?.damage).toEqual([{ kind: "cut_archive", count: text.length, line: 0 }]);
    }
    await expect(unpacked(gz.subarray(0, 10))).rejects.toMatchObject({
      code: "unprocessable",
      message: expect.stringContaining("export.zip is a gzip that cannot be read") as string,
    });
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    await expect(unpacked(bomb)).rejects.toMatchObject({ code: "too_large" });
  });

  it("gives files that become the right sessions: a log archive, and two files of one task", async () => {
    const { samples, ...header } = JSON.parse(sampleText("inspect-log.json")) as { samples: object[] };
    const log = zipOf([
      { name: "header.json", content: JSON.stringify(header) },
      { name: "samples/7_epoch_1.json", content: JSON.stringify(samples[0]) },
      { name: "summaries.json", content: "[]" },
    ]);
    const task = ["api_conversation_history.json", "ui_messages.json"].map((name) => ({
      name: `task/${name}`,
      content: sampleText(`roo-code/${name}`),
    }));
    const found = await unpacked([{ name: "logs/run.eval", content: log }, ...task]);
    const files = await Promise.all(found.map((file) => openDiskFile(file.path, file.name)));
    const { groups, unrecognised } = groupFiles(files);
    expect(unrecognised).toEqual([]);
    expect(groups.map(({ importer, files: own }) => [importer.id, own.length])).toEqual([
      ["inspect_eval", 3],
      ["roo_code", 2],
    ]);
  });
});

describe("a database of SQLite", () => {
  const made = (...statements: string[]) => {
    const file = path.join(folder, "made.db");
    const database = new sqlite.Database(file);
    database.exec("PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0");
    for (const statement of statements) database.exec(statement);
    const copies = ["", "-wal"].map((end) => {
      const copy = path.join(folder, `given${end}`);
      writeFileSync(copy, readFileSync(`${file}${end}`));
      return { path: copy, name: `a.db${end}` };
    });
    database.close();
    return copies;
  };
  const linesOf = (file: string | undefined) =>
    readFileSync(file ?? "", "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);

  it("becomes lines with its tables and its rows, also those of the log beside it", async () => {
    const files = made(
      "CREATE TABLE t (id INTEGER, words TEXT, raw BLOB, twice INTEGER GENERATED ALWAYS AS (id * 2))",
      `INSERT INTO t VALUES (1, 'one', X'7B7D'), (9007199254740993, NULL, X'FF00')`,
      "CREATE VIEW v AS SELECT * FROM t",
    );
    const [rows, ...others] = await unpackArchives(
      [...files, { path: files[0]?.path ?? "", name: "a.db-shm" }],
      folder,
    );
    expect(others).toEqual([]);
    expect(rows?.name).toBe("a.db");
    expect(linesOf(rows?.path)).toEqual([
      { tables: { t: { id: "INTEGER", words: "TEXT", raw: "BLOB" } } },
      { table: "t", row: { id: 1, words: "one", raw: "{}" } },
      { table: "t", row: { id: "9007199254740993", words: null, raw: { bytes: 2 } } },
    ]);
  });

  it("that keeps its newest rows in a log says where the log was not given", async () => {
    const files = made("CREATE TABLE t (words TEXT)", "PRAGMA wal_checkpoint(TRUNCATE)");
    const alone = files.filter(({ name }) => name === "a.db");
    const damageOf = async (given: readonly Received[]) => (await unpackArchives(given, folder))[0]?.damage;
    expect(await damageOf(alone)).toEqual([{ kind: "no_log", count: 1, line: 0 }]);
    expect(await damageOf(files)).toEqual([]);
    const bytes = readFileSync(alone[0]?.path ?? "");
    bytes.fill(1, 18, 20);
    writeFileSync(path.join(folder, "plain"), bytes);
    expect(await damageOf([{ path: path.join(folder, "plain"), name: "a.db" }])).toEqual([]);
  });

  it("that is broken is refused, and so is one beyond the limits", async () => {
    const broken = path.join(folder, "broken");
    writeFileSync(broken, `SQLite format 3\u0000${"x".repeat(5_000)}`);
    await expect(unpackArchives([{ path: broken, name: "b.db" }], folder)).rejects.toMatchObject({
      code: "unprocessable",
    });
    const large = made("CREATE TABLE t (words TEXT)", "INSERT INTO t VALUES (hex(zeroblob(40000)))");
    await expect(unpackArchives(large, folder, { files: 10, bytes: 50_000 })).rejects.toMatchObject({
      code: "too_large",
    });
  });
});
