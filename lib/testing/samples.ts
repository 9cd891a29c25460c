import { readFileSync } from "node:fs";
import path from "node:path";
import type { ImportFile } from "@/lib/importers/importer";
import { textFile } from "./import-file";

const FOLDER = path.resolve("lib/importers/samples");

/** The text of a hand-written sample file. */
export function sampleText(name: string): string {
  return readFileSync(path.join(FOLDER, name), "utf8");
}

/** A hand-written sample as importers see it; `name` may put it below a folder. */
export async function openSample(sample: string, name = sample): Promise<ImportFile> {
  return textFile(name, sampleText(sample));
}
