import { countUntil } from "../count-until";
import { ValueFinder } from "./finder/value-finder";
import { says } from "./finder/says";

/** The texts that say a value, by number and in order, among the first `read` texts. */
interface Answer {
  readonly texts: readonly number[];
  readonly read: number;
}

const UNASKED: Answer = { texts: [], read: 0 };

/**
 * Which of many texts say a value. Texts are added as a session grows. Each is read once for all values that are asked for
 * together, and not again for what is known of it.
 *
 *     add "see src/pay.ts" → 0 · add "paid 7.50" → 1 · add "see src/pay.ts" → 0
 *     prepare "src/pay.ts", "7.5"     reads 0 and 1     "src/pay.ts": 0   "7.5": 1
 *     add "7,50 EUR" → 2
 *     prepare "7.5"                   reads only 2      "7.5": 1, 2
 */
export class TextAnswers {
  private readonly numbers = new Map<string, number>();
  private readonly texts: string[] = [];
  private readonly answers = new Map<string, Answer>();

  /**
   * @param content what is equal only for equal texts, such as a hash
   * @returns the number of the text
   */
  add(content: string, text: string): number {
    let no = this.numbers.get(content);
    if (no === undefined) this.numbers.set(content, (no = this.texts.push(text) - 1));
    return no;
  }

  getText(no: number): string | null {
    return this.texts[no] ?? null;
  }

  /** Looks for many values in the texts in which they were not looked for yet: a value or a text per step. */
  *prepareInSteps(values: Iterable<string>): Generator<undefined, void> {
    const until = this.texts.length;
    const finders = new Map<number, ValueFinder>();
    const found = new Map<string, { readonly before: Answer; readonly texts: number[] }>();
    for (const value of values) {
      const before = this.answers.get(value) ?? UNASKED;
      if (before.read >= until || found.has(value)) continue;
      found.set(value, { before, texts: [] });
      let finder = finders.get(before.read);
      if (finder === undefined) finders.set(before.read, (finder = new ValueFinder()));
      finder.add(value);
      yield;
    }
    for (let no = Math.min(until, ...finders.keys()); no < until; no++) {
      for (const [readUntil, finder] of finders)
        if (no >= readUntil)
          for (const value of finder.find(this.texts[no] ?? "")) found.get(value)?.texts.push(no);
      yield;
    }
    for (const [value, { before, texts }] of found)
      // Another caller may have asked for it between two steps.
      if ((this.answers.get(value) ?? UNASKED) === before)
        this.answers.set(value, { texts: [...before.texts, ...texts], read: until });
  }

  /** In order. A value that was not prepared is looked for now. */
  listTextsThatSay(value: string): readonly number[] {
    if ((this.answers.get(value) ?? UNASKED).read < this.texts.length) {
      const steps = this.prepareInSteps([value]);
      while (steps.next().done !== true);
    }
    return this.answers.get(value)?.texts ?? [];
  }

  /** Whether one text says a value. Reads only that text, unless the value was prepared. */
  says(no: number, value: string): boolean {
    const { texts, read } = this.answers.get(value) ?? UNASKED;
    if (no < read) return texts[countUntil(texts, (text) => text < no)] === no;
    return HAS_WORD.test(value) && says(this.texts[no] ?? "", value);
  }
}

const HAS_WORD = /[\p{L}\p{N}]/u;
