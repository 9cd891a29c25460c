import type { SeenItem } from "@/lib/importers/shared/request-tracker";

export class GoalMark {
  private goal: string | null = null;
  private marked: { readonly of: SeenItem; readonly item: SeenItem } | null = null;

  mark(items: readonly SeenItem[]): SeenItem[] {
    this.goal ??= items.find(({ kind }) => kind === "user_message" || kind === "user_goal")?.content ?? null;
    const place = items.findIndex((item) => item.kind === "user_message" && item.content === this.goal);
    const item = items[place];
    return item === undefined ? [...items] : items.with(place, this.asGoal(item));
  }

  /** The same object for the same message, so that windows are quickly compared. */
  private asGoal(of: SeenItem): SeenItem {
    if (this.marked?.of !== of) this.marked = { of, item: { ...of, kind: "user_goal" } };
    return this.marked.item;
  }
}
