import { addToGroup } from "@/lib/core/group-by";
/** Texts that come in pieces, by name. */
export class TextPieces {
  private readonly texts = new Map<string, string[]>();

  add(name: string, piece: unknown): void {
    if (typeof piece !== "string") return;
    addToGroup(this.texts, name, piece);
  }

  getText(name: string): string | undefined {
    return this.texts.get(name)?.join("");
  }
}
