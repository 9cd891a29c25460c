import { makeOnce } from "@/lib/core/once";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";

/** Numbers for pieces of content, so that windows can be compared without reading their texts again. */
export class Fingerprints {
  private readonly numbers = new Map<string, number>();

  /** A call or result is identified by its call's id, others by their text. */
  readonly of = makeOnce((item: SeenItem) => this.makeFingerprint(item));

  private makeFingerprint({ kind, toolCallId, content }: SeenItem): string {
    if (toolCallId !== undefined && (kind === "tool_call" || kind === "tool_result"))
      return `${kind}:${toolCallId}`;
    const text = content.trim();
    let number = this.numbers.get(text);
    if (number === undefined) this.numbers.set(text, (number = this.numbers.size));
    return `${kind === "user_goal" ? "user_message" : kind}#${number}`;
  }

  fingerprintAll(items: readonly SeenItem[]): string[] {
    return items.map((item) => this.of(item));
  }
}
