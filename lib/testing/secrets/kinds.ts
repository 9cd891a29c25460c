import type { CorpusSecret } from "../secrets-corpus";

export const HEX = "0123456789abcdef";
export const DIG = "0123456789";
export const UP = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const LOW = "abcdefghijklmnopqrstuvwxyz";
export const AN = `${UP}${LOW}${DIG}`;
export const W = `${AN}_-`;
export const LD = `${LOW}${DIG}`;
export const UD = `${UP}${DIG}`;
export const B32 = `${UP}234567`;
export const B58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
export const B64 = `${AN}+/`;

export type Kind = readonly [what: string, value: string, inText?: (value: string) => string];

export function secretsOf(kinds: readonly Kind[]): CorpusSecret[] {
  return kinds.map(([what, value, inText]) => ({ what, value, inText: inText?.(value) ?? value }));
}
