import { binaryTag, CORE_SCHEMA, load, YAMLException } from "js-yaml";
import type { ImportFile, ImportReport } from "../reading/importer";

/** A document is read as a whole; a longer one is refused. */
const YAML_CHARS_MAX = 64 * 1024 * 1024;
const YAML_NODES_MAX = 1_000_000;

const WITH_BYTES = CORE_SCHEMA.withTags(binaryTag);

/** The value of a YAML file; null, with a warning, for one that is too long or broken. */
export async function readYaml(file: ImportFile, report: ImportReport): Promise<unknown> {
  const parts: string[] = [];
  let chars = 0;
  for await (const part of file.chunks()) {
    chars += part.length;
    if (chars > YAML_CHARS_MAX) {
      report.warn("too_large", `${file.name} is longer than ${YAML_CHARS_MAX} characters`);
      return null;
    }
    parts.push(part);
  }
  try {
    const value = load(parts.join(""), { schema: WITH_BYTES });
    if (countNodes(value, YAML_NODES_MAX) < YAML_NODES_MAX) return value;
    report.warn("too_large", `${file.name} unfolds to more than ${YAML_NODES_MAX} values`);
    return null;
  } catch (error) {
    const where =
      error instanceof YAMLException ? `: ${error.reason}, line ${(error.mark?.line ?? 0) + 1}` : "";
    report.warn("broken_file", `${file.name} is no valid YAML${where}`);
    return null;
  }
}

/** Counts up to `max`: aliases of aliases can stand for more values than memory holds. */
function countNodes(root: unknown, max: number): number {
  const open: unknown[] = [root];
  let count = 0;
  while (open.length > 0 && count < max) {
    const node = open.pop();
    count++;
    if (node === null || typeof node !== "object" || node instanceof Uint8Array) continue;
    for (const inner of Object.values(node)) open.push(inner);
  }
  return count;
}
