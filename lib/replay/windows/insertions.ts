import type { Message } from "@/lib/policies/contract/message";

/** Messages that a policy put into the history: where each stands, and which of them are in the window. */
export class Insertions {
  readonly #byId = new Map<string, { readonly key: number; readonly message: Message }>();
  readonly #idsAt = new Map<number, readonly string[]>();
  readonly #inWindow = new Set<string>();

  /** @returns the id of the message that was put last at the same place; `null` without one */
  put(id: string, key: number, message: Message): string | null {
    const before = this.#idsAt.get(key) ?? [];
    this.#idsAt.set(key, [...before, id]);
    this.#byId.set(id, { key, message });
    return before.at(-1) ?? null;
  }

  /** @returns the place from which it was taken; `null` where there is no such message */
  take(id: string): number | null {
    const entry = this.#byId.get(id);
    if (entry === undefined) return null;
    this.#byId.delete(id);
    const leftIds = (this.#idsAt.get(entry.key) ?? []).filter((otherId) => otherId !== id);
    this.#idsAt.set(entry.key, leftIds);
    return entry.key;
  }

  listAt(key: number): Message[] {
    return (this.#idsAt.get(key) ?? []).flatMap((id) => this.#byId.get(id)?.message ?? []);
  }

  lastIdAt(key: number): string | null {
    return this.#idsAt.get(key)?.at(-1) ?? null;
  }

  enterWindow(id: string): void {
    if (this.#byId.has(id)) this.#inWindow.add(id);
  }

  leaveWindow(id: string): boolean {
    return this.#inWindow.delete(id);
  }
}
