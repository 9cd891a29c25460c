import { isAct, type JudgeScene, type SceneBlock } from "./scene";

/** At most so many items, evenly spread, with the first and the last. */
export function spread<T>(items: readonly T[], max: number): T[] {
  if (items.length <= max) return [...items];
  const step = (items.length - 1) / Math.max(1, max - 1);
  return Array.from({ length: max }, (_, i) => items[Math.round(i * step)]).flatMap((item) => item ?? []);
}

/** What the model said and did from a block on, within so many turns. */
export function listActsAfter(
  scene: JudgeScene,
  { turn, number }: SceneBlock,
  turns = Infinity,
): SceneBlock[] {
  return scene.blocks.filter(
    (one) => isAct(one) && one.number !== number && one.turn >= turn && one.turn < turn + turns,
  );
}
