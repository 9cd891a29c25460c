const STAND_INS =
  /^(?:\$|!(?:vault|secret|Ref|Sub|GetAtt|env)|%[\w({]|<|\{|\[|@|\.\.\.|…|\*+$|x{3,}$|X{3,}$|█|_+$|-+$)|your|example|placeholder|redacted|changeme|change[-_]?me|insert|dummy|xxxx|\*\*\*|█|<[a-z_ -]+>|todo|\.\.\.$|…$|process\.env|os\.environ|getenv|secrets?\.|vault:|env\./i;

const TYPES = new Set(
  "string str number int integer bool boolean bytes object any null none nil undefined true false required optional unknown void float text varchar char list array dict map self this password passwd secret token value none, hidden disabled enabled default test input type field label prompt yes no".split(
    " ",
  ),
);

/** Whether a text stands for a secret without being one: a variable, a placeholder, or a masked value. */
export function isPlaceholder(text: string): boolean {
  return STAND_INS.test(text) || new Set(text).size < 3;
}

export function isTyped(text: string): boolean {
  const bare = text.toLowerCase().replace(/(?<![^a-z])[^a-z]+$/, "");
  return TYPES.has(bare) || /^[a-z_$][\w$.]*[([]/i.test(text);
}

const BITS_MIN = 3;
const CHARS_MIN = 12;

/** Whether a text looks random: it mixes cases or letters and digits, and few characters repeat. */
export function isRandom(text: string): boolean {
  if (text.length < CHARS_MIN) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(text)).length;
  if (kinds < 2 || !/\d/.test(text)) return false;
  return entropyOf(text) >= BITS_MIN && !/^[a-z]+(?:[-_./][a-z]+)*[-_.]?\d{0,4}$/i.test(text);
}

/** In bits per character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
