import { stat } from "node:fs/promises";
import { z } from "zod";
import type { ImportFile } from "@/lib/importers/reading/importer";
import { unpackArchives } from "@/lib/pipeline/receive/import/archive";
import { inFolder, openUnpacked } from "@/lib/pipeline/receive/import/receive-files";
import { storeImport } from "@/lib/pipeline/receive/import/run-import";
import { fetchUpload } from "@/lib/pipeline/receive/import/upload-pieces";
import type { SavedProgress } from "@/lib/pipeline/jobs/saved/run-saved";
import type { SavedKind } from "./saved-kind";

const requestSchema = z.object({
  name: z.string(),
  format: z.string(),
  files: z.array(z.object({ name: z.string(), bytes: z.number() })),
});

/** Imports an upload that lies in the database. Begun anew it comes to the same: what is stored already is known again. */
export const importJob: SavedKind = {
  run: (db, { projectId, id, request }, progress) =>
    inFolder(async (folder) => {
      const { format, files } = requestSchema.parse(request);
      const received = await fetchUpload(db, projectId, id, files, folder);
      const unpacked = await unpackArchives(received, folder);
      const sizes = await Promise.all(unpacked.map(async (file) => (await stat(file.path)).size));
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      return storeImport(db, projectId, watched(await openUnpacked(unpacked), bytes, progress), format);
    }),
};

/** Files that say how much of them was read; of one that is read twice no more than there is. */
function watched(files: readonly ImportFile[], bytes: number, progress: SavedProgress): ImportFile[] {
  let read = 0;
  return files.map((file) => ({
    name: file.name,
    sniff: file.sniff,
    async *chunks() {
      for await (const chunk of file.chunks()) {
        yield chunk;
        read += chunk.length;
        await progress.note(Math.min(read, bytes), bytes, true);
      }
    },
  }));
}
