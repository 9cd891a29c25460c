/** Characters of one session that are kept beside its fold. */
const CHARS_MAX = 24 * 1024 * 1024;

/** The texts of what a fold took in, by their hashes. Where they are too many to be kept they are forgotten, all of them. */
export class FoldTexts {
  private texts = new Map<string, string>();
  private isTooMuch = false;
  private count = 0;

  /** @param charsMax characters that are kept */
  constructor(private readonly charsMax = CHARS_MAX) {}

  /** How many characters are kept. */
  get chars(): number {
    return this.count;
  }

  /** All texts; `null` when they were too many. */
  get all(): ReadonlyMap<string, string> | null {
    return this.isTooMuch ? null : this.texts;
  }

  put(hash: string, text: string): void {
    if (this.isTooMuch || this.texts.has(hash)) return;
    this.texts.set(hash, text);
    this.count += text.length;
    if (this.count > this.charsMax) this.forget();
  }

  /** Keeps no texts from here on. Who has those that there were still has them. */
  forget(): void {
    this.isTooMuch = true;
    this.texts = new Map();
    this.count = 0;
  }
}
