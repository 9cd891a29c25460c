const CHARS_MAX = 24 * 1024 * 1024;

/** Texts of a fold by their hash. If there are too many, all of them are dropped. */
export class FoldTexts {
  private texts = new Map<string, string>();
  private isTooMuch = false;
  private count = 0;

  constructor(private readonly charsMax = CHARS_MAX) {}

  get chars(): number {
    return this.count;
  }

  get all(): ReadonlyMap<string, string> | null {
    return this.isTooMuch ? null : this.texts;
  }

  put(hash: string, text: string): void {
    if (this.isTooMuch || this.texts.has(hash)) return;
    this.texts.set(hash, text);
    this.count += text.length;
    if (this.count > this.charsMax) this.forget();
  }

  /** Drops all texts and keeps no new ones. Earlier callers still have theirs. */
  forget(): void {
    this.isTooMuch = true;
    this.texts = new Map();
    this.count = 0;
  }
}
