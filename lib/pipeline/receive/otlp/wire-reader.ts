import { DecodeError } from "@/lib/importers/otel/decoded";

export interface WireField {
  readonly number: number;
  readonly type: 0 | 1 | 2 | 5;
  readonly value: bigint | Buffer;
}

const VARINT_BYTES_MAX = 10;

/** @throws DecodeError for bytes that are no message */
export function* fieldsOf(bytes: Buffer): Generator<WireField> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0;
    let scale = 1;
    for (let i = 0; i < VARINT_BYTES_MAX; i++) {
      const byte = bytes[at++];
      if (byte === undefined) throw new DecodeError("the message ends within a number");
      if (i === 7 && (byte & 0x80) !== 0) return longVarint(at - 8);
      value += (byte & 0x7f) * scale;
      if ((byte & 0x80) === 0) return BigInt(value);
      scale *= 128;
    }
    throw new DecodeError("a number is too long");
  };
  const longVarint = (start: number): bigint => {
    let value = 0n;
    for (let i = 0; i < VARINT_BYTES_MAX; i++) {
      const byte = bytes[start + i];
      if (byte === undefined) throw new DecodeError("the message ends within a number");
      value |= BigInt(byte & 0x7f) << BigInt(7 * i);
      if ((byte & 0x80) === 0) {
        at = start + i + 1;
        return BigInt.asUintN(64, value);
      }
    }
    throw new DecodeError("a number is too long");
  };
  const take = (length: number): Buffer => {
    if (length > bytes.length - at) throw new DecodeError("a field is longer than its message");
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = varint();
    const number = Number(tag >> 3n);
    if (number === 0) throw new DecodeError("a field has the number 0");
    switch (Number(tag & 7n)) {
      case 0:
        yield { number, type: 0, value: varint() };
        break;
      case 1:
        yield { number, type: 1, value: take(8).readBigUInt64LE() };
        break;
      case 2:
        yield { number, type: 2, value: take(Number(varint())) };
        break;
      case 5:
        yield { number, type: 5, value: BigInt(take(4).readUInt32LE()) };
        break;
      default:
        throw new DecodeError("a field is written in a way that protobuf does not know");
    }
  }
}

/** @throws DecodeError when the field is a number */
export function bytesOf({ number, value }: WireField): Buffer {
  if (typeof value === "bigint")
    throw new DecodeError(`field ${number} holds a number where a message belongs`);
  return value;
}

/** @throws DecodeError when the field is a message or text */
export function numberOf({ number, value }: WireField): bigint {
  if (typeof value !== "bigint") throw new DecodeError(`field ${number} holds bytes where a number belongs`);
  return value;
}
