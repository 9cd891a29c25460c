import { assert } from "@/lib/core/assert";
import type { Tokens } from "@/lib/core/units";
import type { History } from "../contract/history";
import type { Message } from "../contract/message";
import { countLangchainChars, countLangchainTokens } from "../shared/langchain-size";

export class SummarizedView {
  readonly #history: History;
  readonly from: number;
  readonly #summary: Message | null;

  constructor(history: History, from: number, summary: Message | null) {
    this.#history = history;
    this.from = from;
    this.#summary = summary;
  }

  get offset(): number {
    return this.#summary === null ? 0 : 1;
  }

  get length(): number {
    return this.#history.length - this.from + this.offset;
  }

  at(index: number): Message {
    if (index < this.offset) {
      assert(this.#summary !== null, "the view has no summary");
      return this.#summary;
    }
    return this.#history.at(this.positionOf(index));
  }

  positionOf(index: number): number {
    return this.from + index - this.offset;
  }

  tokensFrom(index: number): Tokens {
    const own = this.#summary === null || index > 0 ? 0 : countLangchainChars(this.#summary);
    const position = Math.max(this.from, this.positionOf(index));
    return countLangchainTokens(
      own + this.#history.measure(countLangchainChars).sum(position, this.#history.length),
    );
  }
}
