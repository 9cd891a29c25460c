/** Fewer signs stand in nearly every text, and more words take as long to look for as the pattern. */
const WORD_CHARS_MIN = 2;
const WORDS_MAX = 16;

type Words = readonly string[];

/**
 * Words of which every match of a pattern holds at least one, in lower case when the pattern ignores case. A text
 * without them needs no search. `null` when the pattern has no such words.
 */
export function neededWords({ source, ignoreCase }: RegExp): Words | null {
  const words = new Reader(source).alternatives();
  if (words === null || words.length > WORDS_MAX) return null;
  const unique = [...new Set(words.map((word) => (ignoreCase ? lowered(word) : word)))];
  return unique.every((word) => word.length >= WORD_CHARS_MIN) ? unique : null;
}

/** As patterns that ignore case compare letters. */
export function lowered(text: string): string {
  return text.toLowerCase().replaceAll("ſ", "s");
}

class Reader {
  private at = 0;

  constructor(private readonly source: string) {}

  /** Reads to the end or to the parenthesis that closes a group. */
  alternatives(): Words | null {
    let all: Words | null = [];
    do {
      const words = this.sequence();
      all = all === null || words === null ? null : [...all, ...words];
    } while (this.take("|"));
    return all;
  }

  private sequence(): Words | null {
    const found: Words[] = [];
    let run = "";
    const end = () => {
      if (run !== "") found.push([run]);
      run = "";
    };
    while (this.at < this.source.length && !/[|)]/.test(this.source.charAt(this.at))) {
      const atom = this.atom();
      if (atom === "nowhere") continue;
      const times = this.times();
      if (typeof atom === "string" && times === "once") run += atom;
      else {
        end();
        if (atom !== null && times !== "maybe") found.push(typeof atom === "string" ? [atom] : atom);
      }
    }
    end();
    return found.reduce<Words | null>(
      (best, one) => (best === null || isRarer(one, best) ? one : best),
      null,
    );
  }

  /** A sign, the words of a group, `null` for any other, or `nowhere` for what takes no place. */
  private atom(): string | Words | null {
    if (this.take("^") || this.take("$")) return "nowhere";
    if (this.take("(")) return this.group();
    const [sign] =
      /^(?:\[(?:[^\]\\]|\\.)*\]|\\(?:[pP]\{[^}]*\}|u[0-9a-fA-F]{4}|u\{[^}]*\}|x[0-9a-fA-F]{2}|k<[^>]*>|.)|.)/su.exec(
        this.source.slice(this.at),
      ) ?? [""];
    this.at += sign.length;
    if (sign === "\\b" || sign === "\\B") return "nowhere";
    if (/^\\[^\w]$/.test(sign)) return sign.slice(1);
    return /^[^[\\.]$/u.test(sign) ? sign : null;
  }

  private group(): Words | null | string {
    const isLook = /^\?<?[=!]/.test(this.source.slice(this.at, this.at + 3));
    const [opening] = /^(?:\?<?[=!]|\?:|\?<\w+>)/.exec(this.source.slice(this.at, this.at + 40)) ?? [""];
    this.at += opening.length;
    const words = this.alternatives();
    this.take(")");
    return isLook ? "nowhere" : words;
  }

  private times(): "once" | "maybe" | "more" {
    const [quantifier] = /^(?:[?*+]|\{\d+(?:,\d*)?\})\??/.exec(this.source.slice(this.at, this.at + 16)) ?? [
      "",
    ];
    this.at += quantifier.length;
    if (quantifier === "") return "once";
    return /^(?:[?*]|\{0)/.test(quantifier) ? "maybe" : "more";
  }

  private take(sign: string): boolean {
    if (this.source.charAt(this.at) !== sign) return false;
    this.at++;
    return true;
  }
}

function isRarer(one: Words, other: Words): boolean {
  const shortest = (words: Words) => Math.min(...words.map(({ length }) => length));
  const [a, b] = [shortest(one), shortest(other)];
  return a === b ? one.length < other.length : a > b && (one.length <= WORDS_MAX || other.length > WORDS_MAX);
}
