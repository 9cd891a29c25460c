import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { unpackArchives } from "@/lib/pipeline/receive/import/archive";
import { openDiskFile } from "@/lib/pipeline/receive/import/disk-file";
import { CORPUS, hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus/corpus";
import type { DamageKind } from "@/lib/testing/corpus/damages";
import { listDamageKinds } from "@/lib/testing/corpus/damages";
import { filesBelow, runImporter } from "@/lib/testing/import-file";
import { groupFiles } from "../group";

noteMissingCorpus("real sessions as they lie on disks");

/** Larger sessions are tried by hand, since all of them take minutes. */
const BYTES_MAX = Number(process.env.DAMAGED_BYTES_MAX ?? 60_000);
/** Where in a file the damage is. */
const SHARE = Number(process.env.DAMAGED_SHARE ?? 0.6);
const folder = mkdtempSync(path.join(os.tmpdir(), "damaged-traces-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const names = hasCorpus
  ? filesBelow(CORPUS).filter(
      (name) => !name.endsWith(".md") && statSync(path.join(CORPUS, name)).size <= BYTES_MAX,
    )
  : [];

interface Read {
  readonly importer: string;
  /** Of each session: calls, calls of tools, tokens that went in and came out. */
  readonly figures: readonly string[];
  readonly sums: readonly number[];
  readonly warnings: readonly string[];
}

describe.skipIf(!hasCorpus)("real sessions, as they lie on disks", () => {
  it.each(names)("%s", async (name) => {
    const bytes = readFileSync(path.join(CORPUS, name));
    const whole = await read(name, bytes);
    // What is no session by itself belongs to the file beside it.
    if (typeof whole === "string") return;
    const wrong: string[] = [];
    for (const kind of listDamageKinds(SHARE)) {
      const changed = kind.change(bytes);
      const said = changed === null ? null : whatIsWrong(whole, await read(name, changed), kind);
      if (said !== null) wrong.push(`${kind.name}: ${said}`);
    }
    expect(wrong).toEqual([]);
  });
});

function whatIsWrong(
  whole: Read,
  found: Read | string,
  { named, lacksRows = false }: DamageKind,
): string | null {
  // Of a document that is cut before what names its program, the rest can be of any.
  if (typeof found === "string")
    return lacksRows && /cut off or broken/.test(found) ? null : `refused: ${found}`;
  if (found.importer !== whole.importer && !lacksRows)
    return `read as ${found.importer}, not ${whole.importer}`;
  const added = found.warnings.filter((line) => !whole.warnings.includes(line));
  const isNamed =
    named === null ||
    added.some((line) =>
      named === "cut" ? /^(broken|incomplete|unreadable|cut)/.test(line) : line.startsWith(named),
    );
  const isEqual = JSON.stringify(found.figures) === JSON.stringify(whole.figures);
  if (isEqual && (isNamed || named === "cut")) return null;
  if (!isNamed) return `not named: ${added.join(" | ")} ${differenceOf(whole, found)}`;
  if (!lacksRows) return `other figures: ${differenceOf(whole, found)}; ${added.join(" | ")}`;
  // A cut log of one call is a list of messages; as such it tells of the calls before.
  if (found.importer !== whole.importer) return null;
  if (found.sums.some((sum, i) => sum > (whole.sums[i] ?? 0)))
    return `more than there is: ${differenceOf(whole, found)}`;
  return null;
}

function differenceOf(whole: Read, found: Read): string {
  return `${JSON.stringify(whole.sums)} -> ${JSON.stringify(found.sums)}`;
}

/** @returns what was read, or why nothing was */
async function read(name: string, bytes: Buffer): Promise<Read | string> {
  // What was seen of a file is kept by its place.
  const own = mkdtempSync(path.join(folder, "one-"));
  const place = path.join(own, "file");
  writeFileSync(place, bytes);
  try {
    const received = await unpackArchives([{ path: place, name: path.basename(name) }], own);
    const files = await Promise.all(received.map((one) => openDiskFile(one.path, one.name, one.damage)));
    const { groups, unrecognised } = groupFiles(files);
    const group = groups[0];
    if (group === undefined) return unrecognised[0]?.reason ?? "nothing";
    const { sessions, warnings } = await runImporter(group.importer, group.files);
    const rows = [...sessions.values()].map((events) => {
      const { turns, toolCalls } = foldSession(events);
      const sumOf = (key: "input" | "output") =>
        turns.reduce((sum, { usage }) => sum + (usage?.[key] ?? 0), 0);
      return [turns.length, toolCalls, sumOf("input"), sumOf("output")];
    });
    return {
      importer: group.importer.id,
      figures: rows.map((row) => row.join(" ")).sort(),
      sums: [0, 1, 2, 3].map((i) => rows.reduce((sum, row) => sum + (row[i] ?? 0), 0)),
      warnings: [...warnings].map(([code, count]) => `${code} ${count}`),
    };
  } catch (error) {
    return (error as Error).message;
  } finally {
    rmSync(own, { recursive: true });
  }
}
