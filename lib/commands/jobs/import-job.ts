import { stat } from "node:fs/promises";
import { z } from "zod";
import type { ImportFile } from "@/lib/importers/reading/importer";
import { unpackArchives } from "@/lib/pipeline/receive/import/archive";
import { useFolder, openFiles } from "@/lib/pipeline/receive/import/receive-files";
import { storeImport } from "@/lib/pipeline/receive/import/store-import";
import { fetchUpload } from "@/lib/pipeline/receive/import/upload-pieces";
import type { SavedProgress } from "@/lib/jobs/saved/run-saved";
import type { SavedKind } from "./saved-kind";

const requestSchema = z.object({
  name: z.string(),
  format: z.string(),
  byPerson: z.boolean().default(false),
  files: z.array(z.object({ name: z.string(), bytes: z.number() })),
});

/**
 * Imports an upload that is stored in the database. A second run gives the same result, because stored events are
 * recognised.
 */
export const importJob: SavedKind = {
  run: (db, { projectId, id, request }, progress) =>
    useFolder(async (folder) => {
      const { format, files, byPerson } = requestSchema.parse(request);
      const received = await fetchUpload(db, projectId, id, files, folder);
      const unpacked = await unpackArchives(received, folder);
      const sizes = await Promise.all(unpacked.map(async (file) => (await stat(file.path)).size));
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      await progress.note(0, bytes, true);
      return storeImport(
        db,
        projectId,
        watchFiles(await openFiles(unpacked), bytes, progress),
        format,
        byPerson,
      );
    }),
};

/** Files that report how much of them was read. A file that is read twice counts once. */
function watchFiles(files: readonly ImportFile[], bytes: number, progress: SavedProgress): ImportFile[] {
  let read = 0;
  return files.map((file) => ({
    ...file,
    async *chunks() {
      for await (const chunk of file.chunks()) {
        yield chunk;
        read += chunk.length;
        await progress.note(Math.min(read, bytes), bytes, true);
      }
    },
  }));
}
