/**
 * Words of one language, as data. Lists are words with a space between them; `_` stands for a space within a word, and
 * a word may be a pattern. What is read from them is only ever suspected.
 */
interface Words {
  /** What restrains in a retold order, and what of it forbids. */
  readonly restrains: string | RegExp;
  readonly refuses: string | RegExp;
  /** Words that carry no order by themselves. */
  readonly frame: string;
  /** Sentences by which a text from outside takes over: leave your rules, hide it, pose as the harness. */
  readonly takeovers: readonly RegExp[];
}

/** English sentences are told by their form: what binds, what is only thought aloud, and what is done once. */
export interface English extends Words {
  readonly binds: RegExp;
  readonly once: RegExp;
  readonly eachTime: RegExp;
  /** All things at hand. What is done to them is done once. */
  readonly atHand: RegExp;
  readonly courtesy: RegExp;
  readonly onlyOf: RegExp;
  readonly fromNow: RegExp;
  /** An order in the passive: "all amounts are to be rounded". */
  readonly passive: RegExp;
  readonly musing: RegExp;
  readonly orders: RegExp;
  readonly obliges: RegExp;
  readonly restrains: RegExp;
  readonly refuses: RegExp;
}

export interface OtherLanguage extends Words {
  readonly code: string;
  readonly binds: string;
  /** Words for all of a kind. They bind only where the order says how to do something each time. */
  readonly all: string;
  readonly before: string;
  /** Verbs that begin an order, and those of them that say how something is done. */
  readonly verbs: string;
  readonly how: string;
  readonly forbids: string;
  readonly obliges: string;
  readonly musing: string;
  readonly once: string;
  readonly courtesy: string;
  readonly restrains: string;
  readonly refuses: string;
}
