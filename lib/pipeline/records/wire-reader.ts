import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { DecodeError } from "@/lib/importers/otel/decoded";

/** One field of a protobuf message: its number, how it is written, and what it holds. */
export interface WireField {
  readonly number: number;
  readonly type: 0 | 1 | 2 | 5;
  readonly value: bigint | Buffer;
}

/**
 * Goes through the fields of a protobuf message.
 * @throws DecodeError where the bytes are no message
 */
export function* readWireFields(bytes: Buffer): Generator<WireField> {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) yield nextField(reader);
}

function nextField(reader: BinaryReader): WireField {
  try {
    const [number, type] = reader.tag();
    switch (type) {
      case WireType.Varint:
        return { number, type, value: BigInt(reader.uint64()) };
      case WireType.Bit64:
        return { number, type, value: BigInt(reader.fixed64()) };
      case WireType.LengthDelimited: {
        const { buffer, byteOffset, byteLength } = reader.bytes();
        return { number, type, value: Buffer.from(buffer, byteOffset, byteLength) };
      }
      case WireType.Bit32:
        return { number, type, value: BigInt(reader.fixed32()) };
      default:
        throw new DecodeError("a field is written in a way that OTLP does not use");
    }
  } catch (error) {
    if (error instanceof DecodeError) throw error;
    throw new DecodeError(
      `the body is no protobuf message: ${error instanceof Error ? error.message : "unreadable"}`,
    );
  }
}

/** The field's bytes. @throws DecodeError when it is a number */
export function getBytes({ number, value }: WireField): Buffer {
  if (typeof value === "bigint")
    throw new DecodeError(`field ${number} holds a number where a message belongs`);
  return value;
}

/** The field's number. @throws DecodeError when it is a message or text */
export function getNumber({ number, value }: WireField): bigint {
  if (typeof value !== "bigint") throw new DecodeError(`field ${number} holds bytes where a number belongs`);
  return value;
}
