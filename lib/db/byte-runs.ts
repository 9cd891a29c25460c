/** The place of a piece: its first byte, counted from 1, and its length. */
export interface ByteRun {
  readonly at: number;
  readonly size: number;
}

/** Bytes for the database as one parameter. A list of byte strings would be sent as text of twice the length. */
export class ByteRuns {
  private readonly pieces: Uint8Array[] = [];
  private size = 0;

  add(piece: Uint8Array): ByteRun {
    const at = this.size + 1;
    this.pieces.push(piece);
    this.size += piece.length;
    return { at, size: piece.length };
  }

  joinWhole(): Buffer {
    return Buffer.concat(this.pieces, this.size);
  }
}
