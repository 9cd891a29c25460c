/** Texts that come in pieces, by name. */
export class TextPieces {
  private readonly texts = new Map<string, string[]>();

  add(name: string, piece: unknown): void {
    if (typeof piece !== "string") return;
    const list = this.texts.get(name);
    if (list === undefined) this.texts.set(name, [piece]);
    else list.push(piece);
  }

  getText(name: string): string | undefined {
    return this.texts.get(name)?.join("");
  }
}
