import type { Detector } from "./detector";

const PART = /[\w-]{0,12000}/y;
const PART_CHARS_MIN = 10;

/** Tokens of three parts. The first two are JSON objects, so both start with `eyJ`. Each part is read once. */
export const JSON_WEB_TOKENS: Detector = {
  id: "jwt",
  label: "JSON web token",
  *find(text) {
    for (let at = text.indexOf("eyJ"); at >= 0; at = text.indexOf("eyJ", at)) {
      const header = partEnd(text, at);
      const payload = text.startsWith(".eyJ", header) ? partEnd(text, header + 1) : header;
      const isToken = header - at >= PART_CHARS_MIN && payload - header > PART_CHARS_MIN;
      const end = isToken && text[payload] === "." ? partEnd(text, payload + 1) : payload;
      if (isToken) yield { start: at, end };
      at = Math.max(at + 1, end);
    }
  },
};

function partEnd(text: string, from: number): number {
  PART.lastIndex = from;
  return from + (PART.exec(text)?.[0].length ?? 0);
}
