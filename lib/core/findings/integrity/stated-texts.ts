import { addToGroup } from "../../group-by";
import type { TurnIndex } from "../../units";
import { NO_RULES, normalisePlainText, READ_CHARS_MAX } from "./plain-text";
import type { FindingInput } from "../rule/rule";
import { Restatements } from "./paraphrased";

/** Whether what stands in a window states a constraint, given as `normalisePlainText` gives it. */
export interface Stating {
  /** Whether a text states the constraint in its own words. */
  says(plain: string): boolean;
  /** Whether a text states the constraint in other words. */
  restate(plain: string): boolean;
}

const PIECES = 200;

/**
 * What the windows after compactions state: all texts of them but references, results and calls. A text is read once, however
 * many windows it stands in, and a constraint is looked for once in all of them.
 *
 *     turn 10   summary A: "Done so far: one file."     goal: "Mend it. Never touch the tests."
 *     turn 20   summary B: "No tests are touched."      goal
 *
 *     texts       A, goal, B: three, although four stand there
 *     "never touch the tests"   is said by goal; B restates it
 *     at turn 10  it is said, because goal stands there; it is restated by nothing of this window
 *
 * A constraint can be restated by the end of a text and the beginning of the next one. Such a place is known by both texts.
 */
export class StatedTexts {
  private readonly numbers = new Map<string, number>();
  private readonly plain: string[] = [];
  /** By window: the numbers of texts and of places between two texts. */
  private readonly windows = new Map<TurnIndex, ReadonlySet<string>>();
  private readonly said = new Map<string, readonly string[]>();
  private readonly restated = new Map<string, readonly string[]>();
  private readonly byToken = new Map<string, number[]>();
  private restatements: Restatements | null = null;
  private places: readonly string[] = [];

  constructor(private readonly input: FindingInput) {}

  /** Reads the windows of these turns, a bounded piece per step. Once is enough. */
  *read(turns: Iterable<TurnIndex>): Generator<undefined, void> {
    if (this.restatements !== null) return;
    const sentences: string[][] = [];
    const pairs: string[] = [];
    const places: string[] = [];
    const between = new Set<string>();
    const add = (sentence: string, next: string, place: string): void => {
      pairs.push(`${sentence} ${next}`);
      places.push(place);
    };
    for (const turn of turns) {
      const texts: number[] = [];
      for (const text of this.listTextsAt(turn)) {
        const knownNo = this.numbers.get(text);
        const no = knownNo ?? this.numbers.size;
        texts.push(no);
        if (knownNo !== undefined) continue;
        this.numbers.set(text, no);
        this.plain.push(normalisePlainText(text));
        this.noteTokens(no);
        const ownSentences = text.split(/(?<=[.!?])\s+|\n+/).map(normalisePlainText);
        sentences.push(ownSentences);
        for (let i = 0; i + 1 < ownSentences.length; i++)
          add(ownSentences[i] ?? "", ownSentences[i + 1] ?? "", `${no}`);
        if (no % PIECES === 0) yield;
      }
      const window = new Set(texts.map(String));
      for (const [i, no] of texts.entries()) {
        const next = texts[i + 1];
        const place = `${no} ${next ?? ""}`;
        window.add(place);
        if (between.has(place)) continue;
        between.add(place);
        add(sentences[no]?.at(-1) ?? "", sentences[next ?? -1]?.[0] ?? "", place);
      }
      this.windows.set(turn, window);
      yield;
    }
    this.places = places;
    const restatements = new Restatements();
    for (const [i, pair] of pairs.entries()) {
      restatements.add(pair);
      if (i % PIECES === 0) yield;
    }
    this.restatements = restatements;
  }

  /** @param turn one of those that were read */
  at(turn: TurnIndex): Stating {
    const window = this.windows.get(turn) ?? new Set();
    return {
      says: (plain) => this.findSayers(plain).some((place) => window.has(place)),
      restate: (plain) => this.findRestaters(plain).some((place) => window.has(place)),
    };
  }

  private listTextsAt(turn: TurnIndex): string[] {
    const { session, recording, index } = this.input;
    return index.standing
      .listWindow(turn)
      .filter(
        ({ block, mode }) => mode !== "reference" && !NO_RULES.has(session.blocks[block]?.kind ?? "other"),
      )
      .map(({ block, version }) => recording.textOf(session.blocks[block]?.versions[version]) ?? "")
      .map((text) => text.slice(0, READ_CHARS_MAX));
  }

  private noteTokens(no: number): void {
    for (const token of new Set(this.plain[no]?.split(" "))) addToGroup(this.byToken, token, no);
  }

  /** The texts that hold a constraint. They have all of its words, but for the first and the last as words of their own. */
  private findSayers(plain: string): readonly string[] {
    let sayers = this.said.get(plain);
    if (sayers === undefined) {
      const inner = plain.split(" ").slice(1, -1);
      const texts = inner.map((token) => this.byToken.get(token) ?? []);
      const [rarest = [...this.plain.keys()]] = texts.sort((a, b) => a.length - b.length);
      sayers = rarest.filter((no) => this.plain[no]?.includes(plain)).map(String);
      this.said.set(plain, sayers);
    }
    return sayers;
  }

  private findRestaters(plain: string): readonly string[] {
    let restaters = this.restated.get(plain);
    if (restaters === undefined) {
      const found = this.restatements?.findRestated(plain) ?? [];
      restaters = [...new Set(Array.from(found, (no) => this.places[no] ?? ""))];
      this.restated.set(plain, restaters);
    }
    return restaters;
  }
}
