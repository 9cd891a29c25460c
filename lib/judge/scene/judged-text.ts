/** A text that a question is about, as it is handed to the model. */
export interface JudgedText {
  /** A short name that answers use for it, distinct within a question. */
  readonly id: string;
  /** What it is in the question: a fact, a summary, a rule, an act. Verdicts say which roles they need quotes of. */
  readonly role: string;
  /** Where it came from, in the words of the product. */
  readonly label: string;
  /** The id of its block, and the turn it entered in or was written in. */
  readonly block: string;
  readonly turn: number;
  readonly text: string;
}
