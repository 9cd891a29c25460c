const INNER = /[\p{L}\p{N}]/u;
const isWordChar = new Map<number, boolean>();

/** The words of a text (letters and digits in a row), and where each begins and ends, in UTF-16 units. */
export class WordsAt {
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  private readonly words: (string | undefined)[] = [];

  constructor(readonly text: string) {
    let start = -1;
    for (let at = 0; at < text.length;) {
      const code = text.codePointAt(at) ?? 0;
      if (isInner(code)) {
        if (start < 0) start = at;
      } else if (start >= 0) {
        this.starts.push(start);
        this.ends.push(at);
        start = -1;
      }
      at += code > 0xffff ? 2 : 1;
    }
    if (start >= 0) {
      this.starts.push(start);
      this.ends.push(text.length);
    }
  }

  get length(): number {
    return this.starts.length;
  }

  getWord(no: number): string {
    return (this.words[no] ??= this.text.slice(this.starts[no], this.ends[no]));
  }
}

function isInner(code: number): boolean {
  if (code < 128)
    return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
  let answer = isWordChar.get(code);
  if (answer === undefined) isWordChar.set(code, (answer = INNER.test(String.fromCodePoint(code))));
  return answer;
}
