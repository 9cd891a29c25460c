import type { Message } from "@/lib/policies/contract/message";

/** What a policy put into the history: at which place it stands, in which order, and what of it the window before had. */
export class Insertions {
  readonly #byId = new Map<string, { readonly key: number; readonly message: Message }>();
  readonly #idsAt = new Map<number, readonly string[]>();
  readonly #inWindow = new Set<string>();

  /** Puts a message last at a place, and names the one in front of it there; null where it is the first. */
  put(id: string, key: number, message: Message): string | null {
    const before = this.#idsAt.get(key) ?? [];
    this.#idsAt.set(key, [...before, id]);
    this.#byId.set(id, { key, message });
    return before.at(-1) ?? null;
  }

  /** Takes a message out and names the place it left; null where it stood at none. */
  take(id: string): number | null {
    const known = this.#byId.get(id);
    if (known === undefined) return null;
    this.#byId.delete(id);
    const left = (this.#idsAt.get(known.key) ?? []).filter((one) => one !== id);
    this.#idsAt.set(known.key, left);
    return known.key;
  }

  /** The messages at a place, in order. */
  at(key: number): Message[] {
    return (this.#idsAt.get(key) ?? []).flatMap((id) => this.#byId.get(id)?.message ?? []);
  }

  lastIdAt(key: number): string | null {
    return this.#idsAt.get(key)?.at(-1) ?? null;
  }

  /** Notes that the window has an entry, where that entry is an insertion. */
  enterWindow(id: string): void {
    if (this.#byId.has(id)) this.#inWindow.add(id);
  }

  /** Whether the window had it, which it then has no more. */
  leaveWindow(id: string): boolean {
    return this.#inWindow.delete(id);
  }
}
