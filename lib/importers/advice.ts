import type { Unrecognised } from "./group";
import type { Importer, ImportFile } from "./reading/importer";
import { CountingReport } from "./reading/report";

/**
 * Says of a refused file with which format it can be read. Nothing is advised that was not tried: the file must give
 * calls, and most of its records must be read.
 */
export async function withAdvice({ file, reason, nearly }: Unrecognised): Promise<Unrecognised> {
  if (nearly === null || !(await isReadBy(nearly, file))) return { file, reason, nearly };
  return { file, reason: `${reason}; format=${nearly.id} reads it all the same`, nearly };
}

async function isReadBy(importer: Importer, file: ImportFile): Promise<boolean> {
  const report = new CountingReport(() => undefined);
  let calls = 0;
  try {
    for await (const event of importer.convert([file], report)) if (event.type === "turn.recorded") calls++;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return false;
  }
  const { found, named } = report.records;
  return calls > 0 && named * 2 <= found;
}
