import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { ImportReportBody } from "@/lib/api/endpoints/import";
import { postImport } from "@/lib/api/endpoints/import";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { chooseImporter } from "@/lib/importers/choose";
import { testDatabase } from "@/lib/testing/database";
import { filesBelow, runImporter, textFile } from "@/lib/testing/import-file";
import { fileRecords } from "@/lib/testing/mutations/records";
import { callRoute } from "@/lib/testing/routes";
import { testWorker } from "@/lib/testing/worker";

testWorker();
testDatabase();

const SAMPLES = path.resolve("lib/importers/samples");

const files = filesBelow(SAMPLES)
  .map((name) => ({ name, text: readFileSync(path.join(SAMPLES, name), "utf8") }))
  .filter(({ text }) => /^\s*[[{]/.test(text))
  .map(({ name, text }) => ({ name, records: fileRecords(text) }))
  .filter(({ records }) => !records.isOne && records.list.length > 2);

async function send(name: string, text: string): Promise<ImportReportBody> {
  const form = new FormData();
  form.append("file", new Blob([text]), name);
  const answer = await callRoute(postImport, {}, "?name=folder", { body: form });
  const report = (await answer.json()) as ImportReportBody;
  expect([answer.status, report]).toEqual([200, expect.anything()]);
  return report;
}

async function turnsAlone(name: string, text: string): Promise<number[]> {
  const file = await textFile(name, text);
  const { importer } = chooseImporter(file.sniff);
  if (importer === null) return [];
  const { sessions } = await runImporter(importer, [file]);
  return [...sessions.values()].map((events) => foldSession(events).turns.length).sort();
}

describe("an export, and a longer one of the same", () => {
  it.each(files)("$name are one: what is new extends what was there", async ({ name, records }) => {
    const whole = records.write(records.list);
    const alone = await turnsAlone(name, whole);
    const shorter = records.write(records.list.slice(0, Math.ceil((records.list.length * 2) / 3)));
    const first = await send(name, shorter);
    const longer = await send(name, whole);
    expect(longer.sessions.map(({ turns }) => turns).sort()).toEqual(alone);
    const ids = new Set(longer.sessions.map(({ id }) => id));
    expect(first.sessions.filter(({ id }) => !ids.has(id))).toEqual([]);
    const again = await send(name, whole);
    expect([again.events.accepted, again.sessions.map(({ turns }) => turns).sort()]).toEqual([0, alone]);
  });
});
