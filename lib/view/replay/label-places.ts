export interface LabelledPoint {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

export interface LabelPlace {
  readonly x: number;
  readonly y: number;
  readonly isFar: boolean;
}

const CHAR_PX = 7;
const LINE_PX = 13;
const STEPS_MAX = 40;

/**
 * Places labels so that none overlaps another: above the point, else below it, else further away on alternate sides.
 * Takes points from left to right. @param box the area that must contain the labels
 */
export function labelPlaces(
  points: readonly LabelledPoint[],
  box: { readonly top: number; readonly bottom: number },
): LabelPlace[] {
  const taken: { left: number; right: number; y: number }[] = [];
  const places: LabelPlace[] = [];
  const order = points.map((_, i) => i).sort((i, j) => (points[i]?.x ?? 0) - (points[j]?.x ?? 0));
  for (const i of order) {
    const point = points[i];
    if (point === undefined) continue;
    const half = (Math.max(1, point.text.length) * CHAR_PX) / 2;
    const free = (y: number) =>
      y >= box.top &&
      y <= box.bottom &&
      taken.every(
        (other) =>
          Math.abs(other.y - y) >= LINE_PX || other.right <= point.x - half || other.left >= point.x + half,
      );
    const ys = Array.from({ length: STEPS_MAX }, (_, step) => {
      const away = LINE_PX * (1 + Math.floor(step / 2));
      return step % 2 === 0 ? point.y - away : point.y + away + 4;
    });
    const y = ys.find(free) ?? point.y - LINE_PX;
    taken.push({ left: point.x - half, right: point.x + half, y });
    places[i] = { x: point.x, y, isFar: Math.abs(y - point.y) > 2 * LINE_PX };
  }
  return places;
}
