const WORDS =
  "amber basin cedar delta ember fjord grove harbor inlet jasper kelp lagoon meadow nectar orchard pebble quartz river saddle timber upland valley willow yarrow zephyr anchor beacon cobalt dune estuary".split(
    " ",
  );
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Random choices from a seed: the same seed gives the same story. */
export class Draw {
  private state: number;

  constructor(seed: number) {
    this.state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  }

  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  bool(): boolean {
    return this.next() < 0.5;
  }

  pick<const T>(values: readonly [T, ...T[]]): T {
    return values[this.int(0, values.length - 1)] ?? values[0];
  }

  word(): string {
    return WORDS[this.int(0, WORDS.length - 1)] ?? "amber";
  }

  words(least: number, most: number): string {
    return Array.from({ length: this.int(least, most) }, () => this.word()).join(" ");
  }

  /** A value that names one thing and does not repeat: "KTR-40391-QX". */
  identifier(): string {
    return `${this.letters(3)}-${this.int(10_000, 99_999)}-${this.letters(2)}${this.int(10, 99)}`;
  }

  path(): string {
    const end = this.pick(["ts", "md", "json", "py"]);
    return `${this.pick(["src", "docs", "out", "lib"])}/${this.word()}/${this.word()}-${this.int(100, 999)}.${end}`;
  }

  private letters(count: number): string {
    return Array.from({ length: count }, () => LETTERS[this.int(0, LETTERS.length - 1)]).join("");
  }

  /** The next number of mulberry32, from 0 (inclusive) to 1 (exclusive). */
  private next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
