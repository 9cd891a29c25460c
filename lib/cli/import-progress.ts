import type { ImportFile } from "@/lib/importers/reading/importer";

const EVERY_MS = 2_000;
const MEGABYTE = 1e6;

/**
 * Reports from time to time how much of all files was read. Counts characters, which for most files are
 * bytes.
 * @param say gets a line without its end
 */
export class ImportProgress {
  private done = 0;
  private saidAt: number;

  constructor(
    private readonly total: number,
    private readonly say: (line: string) => void,
    private readonly now: () => number = Date.now,
  ) {
    this.saidAt = now();
  }

  watch(file: ImportFile, place: string): ImportFile {
    let furthest = 0;
    const note = (chars: number) => {
      if (chars <= furthest) return;
      this.done = Math.min(this.total, this.done + chars - furthest);
      furthest = chars;
      this.tell(place, file.name);
    };
    async function* readChunks() {
      let read = 0;
      for await (const chunk of file.chunks()) {
        yield chunk;
        note((read += chunk.length));
      }
    }
    return { ...file, chunks: readChunks };
  }

  private tell(place: string, name: string): void {
    const now = this.now();
    if (now - this.saidAt < EVERY_MS) return;
    this.saidAt = now;
    const share = this.total === 0 ? 100 : Math.floor((100 * this.done) / this.total);
    this.say(
      `  … ${place}  ${name}  (${formatMegabytes(this.done)} of ${formatMegabytes(this.total)} MB read, ${share} %)`,
    );
  }
}

function formatMegabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(1);
}
