const OPEN = 1;
const [COMMA, CLOSE] = [Buffer.from(","), Buffer.from("}")];

/** An answer that another process has already written as JSON: an object, in UTF-8. */
export class JsonText {
  private constructor(
    /** The bytes in their order, in pieces. They are not copied together, because they can be many. */
    readonly pieces: readonly Uint8Array[],
  ) {}

  /** @param bytes of an object */
  static of(bytes: Uint8Array): JsonText {
    return new JsonText([bytes]);
  }

  /** What it says. */
  value(): unknown {
    return JSON.parse(Buffer.concat(this.pieces).toString());
  }

  /** The object with further fields, which it does not have yet. */
  with(fields: object): JsonText {
    const more = Buffer.from(JSON.stringify(fields)).subarray(OPEN, -OPEN);
    const [first = CLOSE, ...rest] = this.pieces;
    const own = [...rest.slice(0, -1), ...rest.slice(-1).map((last) => last.subarray(0, -OPEN))];
    const begin = rest.length === 0 ? first.subarray(0, -OPEN) : first;
    const isEmpty = begin.length + own.reduce((sum, piece) => sum + piece.length, 0) === OPEN;
    const inner = isEmpty || more.length === 0 ? [more] : [COMMA, more];
    return new JsonText([begin, ...own, ...inner, CLOSE]);
  }
}
