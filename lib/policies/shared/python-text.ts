export function countLines(text: string): number {
  if (text === "") return 0;
  const breaks = text.match(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/g)?.length ?? 0;
  return /[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]$/.test(text) ? breaks : breaks + 1;
}

/** Python's `round`: halves go to the even neighbour. */
export function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** The length of Python's `list[-n:]` for a list of `length` items. For n = 0 Python returns the whole list. */
export function computeLastSliceLength(length: number, n: number): number {
  return n === 0 ? length : Math.min(length, n > 0 ? n : Math.max(0, length + n));
}
