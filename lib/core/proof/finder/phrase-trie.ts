import { WordsAt } from "./words-at";

/** Whether a phrase that stands at a place of a text counts there. */
export type CountsAt = (text: string, at: number, phrase: string) => boolean;

interface Node {
  readonly next: Map<string, Node>;
  readonly ends: { readonly phrase: string; readonly lead: number; readonly value: number }[];
}

/**
 * Finds many phrases in one pass over a text: it walks from each word as far as some phrase goes on.
 *
 *     phrases: "src/pay.ts", "pay later"        text: "see src/pay.ts"
 *     see → nothing begins so · src → pay → ts: "src/pay.ts" ends here, and stands so in the text · pay → ts: no phrase
 */
export class PhraseTrie {
  private readonly root = newNode();

  constructor(private readonly countsAt: CountsAt) {}

  /** A phrase without a word is never found. */
  add(phrase: string, value: number): void {
    const words = new WordsAt(phrase);
    if (words.length === 0) return;
    let node = this.root;
    for (let no = 0; no < words.length; no++) {
      const word = words.getWord(no);
      let next = node.next.get(word);
      if (next === undefined) node.next.set(word, (next = newNode()));
      node = next;
    }
    node.ends.push({ phrase, lead: words.starts[0] ?? 0, value });
  }

  find(words: WordsAt, found: Set<number>): void {
    for (let no = 0; no < words.length; no++) {
      let node = this.root.next.get(words.getWord(no));
      for (let at = no + 1; node !== undefined; at++) {
        for (const { phrase, lead, value } of node.ends) {
          if (found.has(value)) continue;
          const start = (words.starts[no] ?? 0) - lead;
          if (start >= 0 && words.text.startsWith(phrase, start) && this.countsAt(words.text, start, phrase))
            found.add(value);
        }
        node = at < words.length && node.next.size > 0 ? node.next.get(words.getWord(at)) : undefined;
      }
    }
  }
}

function newNode(): Node {
  return { next: new Map(), ends: [] };
}
