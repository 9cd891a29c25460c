/** Draws that depend on the seed only. */
export interface Draws {
  /** A whole number; both ends are possible. */
  readonly from: (least: number, most: number) => number;
  /** True with this probability. */
  readonly chance: (probability: number) => boolean;
}

/** The generator mulberry32. */
export function seeded(seed: number): Draws {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    from: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
  };
}
