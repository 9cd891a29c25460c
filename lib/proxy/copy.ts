/** Larger requests and answers pass without a copy, because Sightglass does not accept more in one call. */
export const COPY_BYTES_MAX = 24_000_000;

export interface PassedBytes {
  readonly chunks: readonly Buffer[];
  readonly encoding: string | null;
  /** Why none are here, after "the request" or "the answer"; `null` where all are. */
  readonly dropped: string | null;
}

const TOO_LARGE = `is larger than ${COPY_BYTES_MAX / 1_000_000} MB`;

export class ByteCopy {
  private readonly chunks: Buffer[] = [];
  private size = 0;
  isCut = false;

  constructor(private readonly bytesMax: number) {}

  add(chunk: Buffer): void {
    if (this.isCut) return;
    if (this.size + chunk.length > this.bytesMax) {
      this.isCut = true;
      this.chunks.length = 0;
      return;
    }
    this.chunks.push(chunk);
    this.size += chunk.length;
  }

  readBytes(): Buffer {
    return Buffer.concat(this.chunks);
  }

  readPassed(encoding: string | undefined): PassedBytes {
    return { chunks: [...this.chunks], encoding: encoding ?? null, dropped: this.isCut ? TOO_LARGE : null };
  }
}
