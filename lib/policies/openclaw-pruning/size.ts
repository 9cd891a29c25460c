import { type Message, listTextBlocks, countTextChars } from "../contract/message";
import { writeJson } from "../shared/estimate";
import { sumBy } from "../shared/sum";

export type TextSize = (text: string) => number;

const IMAGE_CHARS = 8_000;
const OTHER_ROLE_CHARS = 256;
const UNSERIALISABLE_CHARS = 128;

/** The size of a message. The vendor compares it with four characters per token of the window. */
export function makeMessageSize(sizeOf: TextSize): (message: Message) => number {
  const textSize = (message: Message) =>
    message.simulated === undefined ? sumBy(listTextBlocks(message), sizeOf) : countTextChars(message);
  return (message) => {
    switch (message.role) {
      case "system":
        return OTHER_ROLE_CHARS;
      case "assistant": {
        const calls = sumBy(message.toolCalls ?? [], ({ args }) => measureArguments(args));
        return textSize(message) + sizeOf(message.thinking ?? "") + calls;
      }
      default:
        return textSize(message) + IMAGE_CHARS * (message.images ?? 0);
    }
  };
}

function measureArguments(args: unknown): number {
  try {
    return writeJson(args ?? {}).length;
  } catch {
    return UNSERIALISABLE_CHARS;
  }
}

export const measurePlain: TextSize = (text) => text.length;

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

/** In the order of the weights: 4, 12, 8, 12, 16. */
const WIDE_BY_TOKENS: Weights = [
  ...makeWeights(4, [0xb7], [0x3000, 0x319f], [0x4e00, 0x9fa5], [0xac00, 0xd7af], [0xff01, 0xff60]),
  ...makeWeights(
    12,
    [0x1100, 0x11ff],
    [0x2e80, 0x2fff],
    [0x31a0, 0x4dff],
    [0x9fa6, 0xa4ff],
    [0xa700, 0xa707],
  ),
  ...makeWeights(12, [0xa960, 0xa97f], [0xd7b0, 0xd7ff], [0xf900, 0xfaff]),
  ...makeWeights(8, [0x2c7], [0x2c9, 0x2cb], [0x2d9], [0x2ea, 0x2eb], [0x305], [0x323], [0xfe10, 0xfe4f]),
  ...makeWeights(8, [0xff61, 0xffdc], [0xffe0, 0xffe6]),
  ...makeWeights(12, [0x1d360, 0x1d371]),
  ...makeWeights(16, [0x16fe0, 0x16fff], [0x1aff0, 0x1afff], [0x1b000, 0x1b16f], [0x1f200, 0x1f2ff]),
  ...makeWeights(16, [0x20000, 0x2fa1f], [0x30000, 0x3347f]),
];

function makeWeights(weight: number, ...ranges: readonly (readonly [from: number, to?: number])[]): Weights {
  return ranges.map(([from, to = from]) => [from, to, weight]);
}

export const wideSize = makeWeightedSize(WIDE);

/** Generation 3: like generation 2, with weights for rarer scripts that are closer to their token cost. */
export const wideSizeByTokens = makeWeightedSize(WIDE_BY_TOKENS);

const MAYBE_WIDE = /[^\0-\x7f]/;

function makeWeightedSize(weights: Weights): TextSize {
  return (text) => {
    if (!MAYBE_WIDE.test(text)) return text.length;
    let size = 0;
    for (const char of text) {
      const code = char.codePointAt(0) ?? 0;
      size +=
        code < 0x80 ? 1 : (weights.find(([from, to]) => code >= from && code <= to)?.[2] ?? char.length);
    }
    return size;
  };
}
