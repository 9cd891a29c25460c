import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";

const b64 = (bytes: string | Buffer) => Buffer.from(bytes).toString("base64");
const around = (text: string) => `# config of the service\nname: api\nvalue: ${text}\nregion: eu-west-1\n`;
const pieces = (text: string, chars: number) => text.match(new RegExp(`.{1,${chars}}`, "g")) ?? [];
const hex = (byte: number) => byte.toString(16).padStart(2, "0");
const rows = (text: string) =>
  Array.from({ length: Math.ceil(text.length / 16) }, (_, i) => ({
    at: i * 16,
    bytes: [...Buffer.from(text.slice(i * 16, i * 16 + 16))],
    letters: text.slice(i * 16, i * 16 + 16).replace(/\n/g, "."),
  }));

function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return pieces(bits, 5)
    .map((five) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[Number.parseInt(five.padEnd(5, "0"), 2)])
    .join("");
}

export const OTHER_ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  "gzip in base64": (text) => b64(gzipSync(around(text))),
  "gzip in hex": (text) => gzipSync(around(text)).toString("hex"),
  "zlib in base64": (text) => b64(deflateSync(around(text))),
  "deflate in base64": (text) => b64(deflateRawSync(around(text))),
  base32: (text) => base32(around(text)),
  "base32 in lower case": (text) => base32(text).toLowerCase(),
  hexdump: (text) =>
    rows(around(text))
      .map(
        ({ at, bytes, letters }) =>
          `${at.toString(16).padStart(8, "0")}  ${bytes.map(hex).join(" ").padEnd(48)}  |${letters}|`,
      )
      .join("\n"),
  xxd: (text) =>
    rows(around(text))
      .map(
        ({ at, bytes, letters }) =>
          `${at.toString(16).padStart(8, "0")}: ${pieces(bytes.map(hex).join(""), 4).join(" ").padEnd(40)} ${letters}`,
      )
      .join("\n"),
  "lines of hex": (text) => pieces(Buffer.from(around(text)).toString("hex"), 60).join("\n"),
  "od -c": (text) =>
    rows(around(text))
      .map(
        ({ at, bytes }) =>
          at.toString(8).padStart(7, "0") +
          bytes.map((byte) => `   ${byte === 10 ? "\\n" : String.fromCharCode(byte)}`).join(""),
      )
      .join("\n"),
  "UTF-16 in base64": (text) => b64(Buffer.from(around(text), "utf16le")),
  "UTF-16, big end first": (text) => b64(Buffer.from(around(text), "utf16le").swap16()),
  "UTF-16 in hex": (text) => Buffer.from(text, "utf16le").toString("hex"),
  "zeros between": (text) => text.split("").join("\u0000"),
  "base64 with line numbers": (text) =>
    pieces(b64(around(`${text} ${"more words ".repeat(9)}`)), 76)
      .map((line, i) => `${String(i + 1).padStart(6)}\t${line}`)
      .join("\n"),
  "base64 in quotes that are joined": (text) =>
    pieces(b64(around(text)), 40)
      .map((line) => `"${line}"`)
      .join(" +\n  "),
  "base64 in YAML": (text) =>
    `v: !!binary |\n${pieces(b64(around(text)), 60)
      .map((line) => `  ${line}`)
      .join("\n")}`,
  "base64, three times": (text) => b64(b64(b64(around(text)))),
  "hex of base64": (text) => Buffer.from(b64(around(text))).toString("hex"),
  "base64 of a URL": (text) => b64(encodeURIComponent(around(text))),
  "a list that is joined": (text) =>
    `[${pieces(text, 8)
      .map((piece) => `"${piece}"`)
      .join(", ")}].join("")`,
  "letters that are joined": (text) => `[${[...text].map((letter) => `'${letter}'`).join(",")}].join('')`,
  "numbers of letters": (text) => `String.fromCharCode(${[...Buffer.from(text)].join(", ")})`,
  "a list of bytes": (text) => `{${[...Buffer.from(text)].map((byte) => `0x${hex(byte)}`).join(", ")}}`,
  "bytes in JSON": (text) => JSON.stringify(Buffer.from(text)),
  "calls that make letters": (text) => [...Buffer.from(text)].map((byte) => `chr(${byte})`).join("+"),
  "an empty part of a template": (text) => `\`${text.slice(0, 10)}\${''}${text.slice(10)}\``,
  "escapes of style sheets": (text) => [...Buffer.from(text)].map((byte) => `\\0000${hex(byte)}`).join(""),
  "a space after each letter": (text) => [...text].join(" "),
};
