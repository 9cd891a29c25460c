import { convertFiles } from "./convert-files";
import type { Unrecognised } from "./group";
import type { Importer, ImportFile } from "./reading/importer";
import { CountingReport } from "./reading/report";

/**
 * Says of a refused file with which format it can be read. Nothing is advised that was not tried: the file must give calls, all of its
 * records must be read, and nothing in them may be strange to the format.
 */
export async function withAdvice({ file, reason, nearly }: Unrecognised): Promise<Unrecognised> {
  if (nearly === null || !(await isReadBy(nearly.importer, file))) return { file, reason, nearly };
  const { importer, difference } = nearly;
  const advice = `"${importer.label}" comes closest, but the file ${difference}. With format=${importer.id} all of it is read`;
  return { file, reason: `${reason}. ${advice}`, nearly };
}

async function isReadBy(importer: Importer, file: ImportFile): Promise<boolean> {
  let strange = 0;
  const report = new CountingReport(() => strange++);
  let calls = 0;
  try {
    for await (const event of convertFiles(importer, [file], report))
      if (event.type === "turn.recorded") calls++;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return false;
  }
  return calls > 0 && strange === 0 && report.records.named === 0;
}
