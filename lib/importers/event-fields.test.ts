import path from "node:path";
import { expect, it } from "vitest";
import { toWire } from "@/lib/core/trace/event";
import { eventSchema } from "@/lib/core/trace/event-schema";
import { filesBelow, openImportFile, runImporter } from "@/lib/testing/import-file";
import { groupFiles } from "./group";

const SAMPLES = path.resolve("lib/importers/samples");

it("every importer writes events with the fields of the schema alone", { timeout: 60_000 }, async () => {
  const names = filesBelow(SAMPLES);
  const opened = await Promise.all(names.map((name) => openImportFile(path.join(SAMPLES, name), name)));
  for (const { importer, files } of groupFiles(opened).groups)
    for (const events of (await runImporter(importer, files)).sessions.values())
      for (const event of events) {
        const wire = toWire(event);
        const unknown = Object.keys(wire).filter((key) => !(key in eventSchema.parse(wire)));
        expect([importer.id, event.type, ...unknown]).toEqual([importer.id, event.type]);
      }
});
