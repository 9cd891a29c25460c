import { makeGroupedPattern, isPhoneNumber, stripGroups } from "../../evidence/values/grouped";
import type { WordsAt } from "./words-at";

interface Node {
  readonly next: Map<string, Node>;
  readonly ends: Grouped[];
}

/** A value, and its pattern once a text reached it: most values are found as they are written, and a pattern is dear to make. */
interface Grouped {
  readonly form: string;
  readonly value: number;
  pattern: RegExp | null;
}

/**
 * Finds many identifiers and telephone numbers in one pass over a text, in any grouping: it walks over letters and digits and
 * skips what separates groups. What is reached so is a place to ask; the pattern of the value decides.
 *
 *     value: "DE89 3704"        text: "iban de89-3704"
 *     i → no value begins so · d, e, 8, 9 (over "-") 3, 7, 0, 4 → the pattern is asked at "de89-3704"
 */
export class GroupTrie {
  private readonly root = newNode();
  private hasPhone = false;

  /** @param form in normal spelling, and groupable */
  add(form: string, value: number): void {
    let node = this.root;
    for (const character of stripGroups(form)) {
      let next = node.next.get(character);
      if (next === undefined) node.next.set(character, (next = newNode()));
      node = next;
    }
    node.ends.push({ form, value, pattern: null });
    this.hasPhone ||= isPhoneNumber(form);
  }

  /** @param words of a text in normal spelling */
  find(words: WordsAt, found: Set<number>): void {
    if (this.root.next.size === 0) return;
    for (let no = 0; no < words.length; no++) {
      const [start = 0, end = 0] = [words.starts[no], words.ends[no]];
      this.walk(words, no, start, found);
      if (!this.hasPhone) continue;
      // A telephone number may follow zeros: "0041" is "+41".
      for (let at = start + 1; at < end; at++)
        if (words.text[at - 1] === "0") this.walk(words, no, at, found);
    }
  }

  private walk(words: WordsAt, first: number, start: number, found: Set<number>): void {
    let nodes: readonly Node[] = [this.root];
    for (let no = first; no < words.length && nodes.length > 0; no++) {
      const word = no === first ? words.text.slice(start, words.ends[no]) : words.getWord(no);
      const reached = nodes.flatMap((node) => walkTo(node, word) ?? []);
      for (const { ends } of reached)
        for (const grouped of ends)
          if (!found.has(grouped.value) && isStanding(grouped, words.text, start)) found.add(grouped.value);
      // "(0)" stands in a telephone number without counting.
      nodes = no > first && word === "0" && this.hasPhone ? [...reached, ...nodes] : reached;
    }
  }
}

function isStanding(grouped: Grouped, text: string, at: number): boolean {
  const pattern = (grouped.pattern ??= makeGroupedPattern(grouped.form, "iuy"));
  pattern.lastIndex = at;
  return pattern.test(text);
}

function walkTo(node: Node, word: string): Node | undefined {
  let at: Node | undefined = node;
  for (const character of word) {
    at = at.next.get(character);
    if (at === undefined) return undefined;
  }
  return at;
}

function newNode(): Node {
  return { next: new Map(), ends: [] };
}
