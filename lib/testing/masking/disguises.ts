import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";

const base64 = (text: string | Buffer) => Buffer.from(text).toString("base64");
const hex = (text: string) => Buffer.from(text).toString("hex");
const each = (text: string, change: (char: string, i: number) => string) => [...text].map(change).join("");
const code = (char: string, base: number, chars = 0) =>
  char.charCodeAt(0).toString(base).padStart(chars, "0");
const lines = (text: string, chars: number) => text.replace(new RegExp(`.{${chars}}`, "g"), "$&\n").trim();
const nested = (text: string, depth: number): string =>
  depth === 0 ? text : JSON.stringify({ in: nested(text, depth - 1) });

/** Ways to write a text that hide it from a reader. */
export const DISGUISES: Readonly<Record<string, (text: string) => string>> = {
  base64: (text) => base64(`login with ${text} please`),
  "base64 for URLs": (text) => Buffer.from(`k=${text}`).toString("base64url"),
  "base64 in lines": (text) => lines(base64(`# some settings\n${text}\n# end of the settings`), 64),
  "base64, twice": (text) => base64(base64(`x ${text}`)),
  "base64 of UTF-16": (text) => base64(Buffer.from(`$k = '${text}'`, "utf16le")),
  "a data address": (text) => `data:text/plain;base64,${base64(`token: ${text}`)}`,
  hex,
  "hex in upper case": (text) => hex(text).toUpperCase(),
  "hex in pairs": (text) => hex(text).replace(/..(?!$)/g, "$& "),
  "hex with colons": (text) => hex(text).replace(/..(?!$)/g, "$&:"),
  "a list of bytes": (text) => each(text, (char) => `0x${code(char, 16, 2)}, `).slice(0, -2),
  "a list of numbers": (text) => `[${[...Buffer.from(text)].join(", ")}]`,
  "\\x": (text) => each(text, (char) => `\\x${code(char, 16, 2)}`),
  "\\u": (text) => each(text, (char) => `\\u${code(char, 16, 4)}`),
  "\\u{}": (text) => each(text, (char) => `\\u{${code(char, 16)}}`),
  "\\u in part": (text) => each(text, (char, i) => (i % 3 === 0 ? `\\u${code(char, 16, 4)}` : char)),
  octal: (text) => each(text, (char) => `\\${code(char, 8, 3)}`),
  "an address": (text) => each(text, (char) => `%${code(char, 16, 2)}`),
  "an address, twice": (text) => each(text, (char) => `%25${code(char, 16, 2)}`),
  HTML: (text) => each(text, (char) => `&#${char.charCodeAt(0)};`),
  "HTML in hex": (text) => each(text, (char) => `&#x${code(char, 16)};`),
  "JSON in JSON": (text) => nested(text, 3),
  gzip: (text) => base64(gzipSync(`settings\nkey=${text}\n`)),
  zlib: (text) => base64(deflateSync(`settings\nkey=${text}\n`)),
  deflate: (text) => base64(deflateRawSync(`settings\nkey=${text}\n`)),
  "gzip in hex": (text) => gzipSync(text).toString("hex"),
  "signs without width": (text) => each(text, (char, i) => (i % 9 === 8 ? `${char}\u200b` : char)),
  "colour codes": (text) => `\u001b[32m${text.slice(0, 12)}\u001b[0m${text.slice(12)}`,
  "full width": (text) => each(text, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)),
  "joined by code": (text) => `"${text.slice(0, 15)}" + "${text.slice(15)}"`,
  "a line break": (text) => `${text.slice(0, 18)}\n${text.slice(18)}`,
};
