export type KeyChars =
  | "hex"
  | "alnum"
  | "word"
  | "base64"
  | "dotted"
  | "percent"
  | "messaging"
  | "asana"
  | "adyen"
  | "salesforce"
  | "teams";

export interface KeyRule {
  readonly id: string;
  readonly label: string;
  readonly begins: readonly string[];
  readonly chars: KeyChars;
  readonly min: number;
  readonly max: number;
  /** `start`: no letter or digit before it; `end`: no letter or digit after it; `digit`: it contains a digit. */
  readonly needs?: readonly ("start" | "end" | "digit")[];
}

/** One rule per line: its words, its prefixes separated by spaces, and the length of the rest. */
export const key = (
  id: string,
  label: string,
  begins: string,
  chars: KeyChars,
  min: number,
  max: number,
  ...needs: ("start" | "end" | "digit")[]
): KeyRule => ({ id, label, begins: begins.split(" "), chars, min, max, needs });
