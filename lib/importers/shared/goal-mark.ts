import { makeOnce } from "@/lib/core/once";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";

/** Marks the user's first message as the goal, also in every later window that repeats it. */
export class GoalMark {
  private goal: string | null = null;

  mark(items: readonly SeenItem[]): SeenItem[] {
    this.goal ??= items.find(({ kind }) => kind === "user_message" || kind === "user_goal")?.content ?? null;
    const place = items.findIndex((item) => item.kind === "user_message" && item.content === this.goal);
    const item = items[place];
    return item === undefined ? [...items] : items.with(place, asGoal(item));
  }
}

const asGoal = makeOnce((item: SeenItem): SeenItem => ({ ...item, kind: "user_goal" }));
