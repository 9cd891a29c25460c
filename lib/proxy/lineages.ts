import { createHash } from "node:crypto";

const REMEMBERED_MAX = 2_000;
/** Clients move these marks from call to call, so they do not tell messages apart. */
const MARKS = new Set(["cache_control"]);

/**
 * What a policy remembers of conversations. A call goes on from an earlier one when its messages begin with all of the
 * earlier call's messages. So sub-agents, side calls and compacted histories of one session have memories of their own.
 */
export class Lineages {
  private readonly states = new Map<string, unknown>();

  /** @returns the state of the longest earlier call, and a function that keeps the state of this one */
  of(session: string, messages: readonly unknown[]): { state: unknown; keep: (state: unknown) => void } {
    const names = listNames(session, messages);
    const known = names.findLast((name) => this.states.has(name));
    return {
      state: known === undefined ? undefined : this.states.get(known),
      keep: (state) => this.remember(names.at(-1) ?? session, state),
    };
  }

  private remember(name: string, state: unknown): void {
    this.states.delete(name);
    this.states.set(name, state);
    const oldest = this.states.keys().next().value;
    if (this.states.size > REMEMBERED_MAX && oldest !== undefined) this.states.delete(oldest);
  }
}

/** A name for each beginning of a conversation: a hash of all messages up to there. */
function listNames(session: string, messages: readonly unknown[]): string[] {
  let name = session;
  return messages.map((message) => {
    name = createHash("sha256")
      .update(name)
      .update("\0")
      .update(JSON.stringify(message, (key, value: unknown) => (MARKS.has(key) ? undefined : value)) ?? "")
      .digest("base64url");
    return name;
  });
}
