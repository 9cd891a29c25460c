import { isGroupable } from "../../evidence/values/grouped";
import { listNumberSpellings } from "../../evidence/values/numbers";
import { isWordAt, normaliseSpelling } from "../../evidence/values/spelling";
import { listForms, isWholeAt } from "./says";
import { DayFinder } from "./day-finder";
import { GroupTrie } from "./group-trie";
import { PhraseTrie } from "./phrase-trie";
import { WordsAt } from "./words-at";

/**
 * Finds which of many values a text says, as `says` means it, in one pass over the text: the time goes by the text, and not by
 * the number of values. A value without a letter or a digit is never found.
 */
export class ValueFinder {
  private readonly values: string[] = [];
  private readonly written = new PhraseTrie(isWholeAt);
  private readonly spelled = new PhraseTrie(isWordAt);
  private readonly groups = new GroupTrie();
  private readonly days = new DayFinder();

  /** @param value as it was written; give each once */
  add(value: string): void {
    const no = this.values.push(value) - 1;
    this.written.add(value, no);
    const forms = listForms(value);
    for (const spelling of new Set(forms.flatMap((form) => [...listNumberSpellings(form)])))
      this.spelled.add(spelling, no);
    for (const form of forms) {
      if (isGroupable(form)) this.groups.add(form, no);
      this.days.add(form, no);
    }
  }

  /** The values that a text says, each once. */
  find(text: string): string[] {
    const found = new Set<number>();
    this.written.find(new WordsAt(text), found);
    const normal = new WordsAt(normaliseSpelling(text));
    this.spelled.find(normal, found);
    this.groups.find(normal, found);
    this.days.find(normal.text, found);
    return [...found].map((no) => this.values[no] ?? "");
  }
}
