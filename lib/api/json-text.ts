const OPEN = 1;
const [COMMA, CLOSE] = [Buffer.from(","), Buffer.from("}")];

/** An answer that another process has already written as JSON: an object, in UTF-8. */
export class JsonText {
  constructor(readonly bytes: Uint8Array<ArrayBuffer>) {}

  static of(value: object): JsonText {
    return new JsonText(Buffer.from(JSON.stringify(value)));
  }

  /** The object with further fields, which it does not have yet. */
  with(fields: object): JsonText {
    const more = Buffer.from(JSON.stringify(fields)).subarray(OPEN, -OPEN);
    const own = this.bytes.subarray(OPEN, -OPEN);
    const inner = own.length === 0 || more.length === 0 ? [own, more] : [own, COMMA, more];
    return new JsonText(Buffer.concat([this.bytes.subarray(0, OPEN), ...inner, CLOSE]));
  }
}
