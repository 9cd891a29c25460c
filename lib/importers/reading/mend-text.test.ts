import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBinary, TextMender } from "./mend-text";

function mend(...pieces: Uint8Array[]) {
  const mender = new TextMender();
  const text = pieces.map((piece) => mender.feed(piece)).join("") + mender.end();
  return { text, damage: mender.damage };
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe("the bytes of a file become text", () => {
  it("as in the example at the head of the file", () => {
    const bytes = Buffer.concat([
      Buffer.from('{"a":1}\n'),
      Buffer.alloc(4),
      Buffer.from('{"b":2}\n{"c":"'),
      Buffer.from([0xff]),
      Buffer.from('"}\n'),
    ]);
    expect(mend(bytes)).toEqual({
      text: '{"a":1}\n\n{"b":2}\n{"c":"\ufffd"}\n',
      damage: [
        { kind: "zero_bytes", count: 4, line: 2 },
        { kind: "not_utf8", count: 1, line: 3 },
      ],
    });
  });

  it("the same wherever the bytes are cut into pieces", () => {
    const part = fc.constantFrom(
      "a",
      "é",
      "漢",
      "😀",
      "\n",
      "\ufffd",
      "\u0000",
      "\u0000\u0000\u0000",
      '{"k":"v"}',
    );
    fc.assert(
      fc.property(fc.array(part), fc.array(fc.nat(200)), fc.boolean(), (parts, cuts, isWide) => {
        const text = `\ufeff{"first":"record"}\n${parts.join("")}`;
        const bytes = isWide ? new Uint8Array(Buffer.from(text, "utf16le")) : bytesOf(text);
        const places = [
          ...new Set([0, 4, ...cuts.map((cut) => Math.max(4, cut % bytes.length)), bytes.length]),
        ].sort((a, b) => a - b);
        const pieces = places.slice(1).map((end, i) => bytes.subarray(places[i], end));
        expect(mend(...pieces)).toEqual(mend(bytes));
      }),
    );
  });

  it("without damage where they are text, with characters that only look like damage", () => {
    const text = "what was lost: \ufffd\nnext";
    expect(mend(bytesOf(text))).toEqual({ text, damage: [] });
  });

  it("also where UTF-16 was appended to UTF-8", () => {
    const { text, damage } = mend(Buffer.concat([bytesOf('{"a":1}\n'), Buffer.from('{"b":2}\n', "utf16le")]));
    expect(text).toBe('{"a":1}\n{"b":2}\n');
    expect(damage).toEqual([{ kind: "zero_bytes", count: 8, line: 2 }]);
  });
});

describe("whether text is the content of something else", () => {
  it.each([
    ["a picture", "\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR\u0000\u0000\u0001", true],
    ["what is left of bytes that are no text", "ab\ufffd\ufffdc\ufffd", true],
    ["the colours of a terminal", `{"out":"\u001b[31mred\u001b[0m and ${"more ".repeat(9)}"}`, false],
    ["one lost character in a line", `{"out":"${"word ".repeat(9)}\ufffd"}`, false],
    ["nothing", "", false],
  ])("%s", (_, text, expected) => expect(isBinary(text)).toBe(expected));
});
