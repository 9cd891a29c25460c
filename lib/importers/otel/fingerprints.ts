import type { SeenItem } from "@/lib/importers/shared/request-tracker";

/** Gives equal pieces of content equal numbers, so that windows can be compared without looking at their texts again. */
export class Fingerprints {
  private readonly numbers = new Map<string, number>();

  /** A call and a result are known by the id of the call, all else by its text. */
  of({ kind, toolCallId, content }: SeenItem): string {
    if (toolCallId !== undefined && (kind === "tool_call" || kind === "tool_result"))
      return `${kind}:${toolCallId}`;
    const text = content.trim();
    let number = this.numbers.get(text);
    if (number === undefined) this.numbers.set(text, (number = this.numbers.size));
    return `${kind === "user_goal" ? "user_message" : kind}#${number}`;
  }

  ofAll(items: readonly SeenItem[]): string[] {
    return items.map((item) => this.of(item));
  }
}
