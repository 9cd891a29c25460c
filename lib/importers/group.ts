import type { Choice, Nearly } from "./choose";
import { chooseImporter } from "./choose";
import { describeDamage } from "./convert-files";
import type { Importer, ImportFile } from "./reading/importer";

export interface FileGroup {
  readonly importer: Importer;
  readonly files: readonly ImportFile[];
}

export interface Unrecognised {
  readonly file: ImportFile;
  readonly reason: string;
  readonly nearly: Nearly | null;
}

/**
 * Sorts files by their importer, and joins those that make sense only together, such as a session's main file and its parts.
 */
export function groupFiles(
  files: readonly ImportFile[],
  format = "auto",
): { groups: FileGroup[]; unrecognised: Unrecognised[] } {
  const groups = new Map<string, { importer: Importer; files: ImportFile[] }>();
  const unrecognised: Unrecognised[] = [];
  for (const file of files) {
    const choice: Choice =
      file.refused === undefined
        ? chooseImporter(file.sniff, format)
        : { importer: null, reason: file.refused };
    if (choice.importer === null) {
      const damage = file.damage?.().map((item) => describeDamage(file.name, item)) ?? [];
      const reason = [choice.reason, ...damage].join(". ");
      unrecognised.push({ file, reason, nearly: choice.nearly ?? null });
      continue;
    }
    const { importer } = choice;
    const key = `${importer.id}\u0000${importer.groupKey?.(file) ?? file.name}`;
    const group = groups.get(key) ?? { importer, files: [] };
    group.files.push(file);
    groups.set(key, group);
  }
  const taken = new Set<ImportFile>();
  const complete = [...groups.values()].map(({ importer, files: own }): FileGroup => {
    const companions =
      importer.companions?.(
        own,
        unrecognised.map((u) => u.file),
      ) ?? [];
    for (const file of companions) taken.add(file);
    return { importer, files: [...own, ...companions] };
  });
  return { groups: complete, unrecognised: unrecognised.filter(({ file }) => !taken.has(file)) };
}
