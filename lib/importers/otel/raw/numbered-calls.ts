import { OncePerKey } from "@/lib/core/once";
import type { Loose } from "../../shared/values";

const numbered = new OncePerKey<object, Loose>();

/** A message with the ids that it was given: the same object for the same message and ids. */
export function addIds(message: object, ids: readonly (string | undefined)[], make: () => Loose): Loose {
  return numbered.get(message, ids.join(" "), make);
}

/** Gives ids to calls of an API that has none: the calls of a conversation are numbered, and a result answers one by its name. */
export class NumberedCalls {
  private count = 0;
  /** Every id that was given, in order. */
  readonly given: string[] = [];
  private open: { readonly id: string; readonly name: string }[] = [];

  openCall(name: string): string {
    const id = `call-${++this.count}`;
    this.given.push(id);
    this.open.push({ id, name });
    return id;
  }

  /** Counts a call that has an id of its client. */
  skip(): void {
    this.count++;
  }

  /** The oldest call of that name without a result, else the oldest one; undefined where none waits. */
  answerCall(name: string | undefined): string | undefined {
    const found = this.open.find((call) => call.name === name) ?? this.open[0];
    this.open = this.open.filter((call) => call !== found);
    return found?.id;
  }
}
