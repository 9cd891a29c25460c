import { type Message, textBlocks, textChars } from "../message";
import { jsonOf } from "../shared/estimate";

/** The length of a text in the unit in which a generation fills its window. */
export type TextSize = (text: string) => number;

const IMAGE_CHARS = 8_000;
const OTHER_ROLE_CHARS = 256;
const UNSERIALISABLE_CHARS = 128;

/** How much a message counts for: what the owner compares with four characters for each token of the window. */
export function messageSize(sizeOf: TextSize): (message: Message) => number {
  const textSize = (message: Message) =>
    message.simulated === undefined
      ? textBlocks(message).reduce((sum, text) => sum + sizeOf(text), 0)
      : textChars(message);
  return (message) => {
    switch (message.role) {
      case "system":
        return OTHER_ROLE_CHARS;
      case "assistant": {
        const calls = (message.toolCalls ?? []).reduce(
          (sum, { args }) => sum + argumentsSize(args, sizeOf),
          0,
        );
        return textSize(message) + sizeOf(message.thinking ?? "") + calls;
      }
      default:
        return textSize(message) + IMAGE_CHARS * (message.images ?? 0);
    }
  };
}

function argumentsSize(args: unknown, sizeOf: TextSize): number {
  try {
    return sizeOf(jsonOf(args ?? {}));
  } catch {
    return UNSERIALISABLE_CHARS;
  }
}

/** Generation 1: UTF-16 code units. */
export const plainSize: TextSize = (text) => text.length;

type Weights = readonly (readonly [from: number, to: number, weight: number])[];

const WIDE: Weights = [
  [0x2e80, 0x9fff, 4],
  [0xa000, 0xa4ff, 4],
  [0xac00, 0xd7af, 4],
  [0xf900, 0xfaff, 4],
  [0xff01, 0xff60, 4],
  [0xffe0, 0xffe6, 4],
  [0x20000, 0x2fa1f, 4],
];

const WIDE_BY_TOKENS: Weights = [
  [0x2e80, 0x9fff, 4],
  [0xa000, 0xa4ff, 12],
  [0xac00, 0xd7af, 4],
  [0xf900, 0xfaff, 4],
  [0xff01, 0xff60, 4],
  [0xff61, 0xffdc, 8],
  [0xffe0, 0xffe6, 4],
  [0x20000, 0x2fa1f, 16],
];

/** Generation 2: East Asian code points count four. */
export const wideSize = weightedSize(WIDE);

/** Generation 3: as generation 2, with rarer scripts closer to the tokens that they cost. */
export const wideSizeByTokens = weightedSize(WIDE_BY_TOKENS);

const MAYBE_WIDE = /[\u2e80-\uffff]/;

function weightedSize(weights: Weights): TextSize {
  return (text) => {
    if (!MAYBE_WIDE.test(text)) return text.length;
    let size = 0;
    for (const char of text) {
      const code = char.codePointAt(0) ?? 0;
      size += weights.find(([from, to]) => code >= from && code <= to)?.[2] ?? char.length;
    }
    return size;
  };
}
