import type { SeenItem } from "@/lib/importers/shared/request-tracker";

/** Makes a session's first user message its goal, and knows it again wherever it is re-sent. */
export class GoalMark {
  private goal: string | null = null;

  /** The items of one request or message, the goal marked as such. */
  mark(items: readonly SeenItem[]): SeenItem[] {
    this.goal ??= items.find((item) => item.kind === "user_message")?.content ?? null;
    const place = items.findIndex((item) => item.kind === "user_message" && item.content === this.goal);
    return items.map((item, i) => (i === place ? { ...item, kind: "user_goal" } : item));
  }
}
