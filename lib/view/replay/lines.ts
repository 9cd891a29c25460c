import { makeLinearScale, placeTicks, turnTicks } from "../chart/scale";
import type { ResultRow } from "./results";
import { formatCompact, count } from "../format/format";

/** Colours that every kind of colour vision can tell apart. The dashes differ too. */
const STROKES = ["tool", "memory", "plan", "retrieval", "other", "user", "assistant"] as const;
const DASHES = ["", "6 3", "2 2", "8 3 2 3", "4 4", "1 3"] as const;

/** A budget far above the fullest window would flatten the lines. It is then drawn at the upper edge. */
const BUDGET_IN_SIGHT = 1.25;
const LABEL_PX = 12;
const TURN_LABEL_PX = 96;

export interface WindowLine {
  readonly no: number;
  readonly letter: string;
  readonly name: string;
  readonly color: string;
  readonly dash: string;
  readonly path: string;
  readonly endY: number;
}

export interface WindowLines {
  readonly lines: readonly WindowLine[];
  readonly ticks: readonly { readonly y: number; readonly label: string }[];
  readonly turnTicks: readonly { readonly x: number; readonly label: string }[];
  readonly budget: { readonly y: number; readonly label: string } | null;
  readonly firstTurn: number;
  readonly lastTurn: number;
  readonly x: (turn: number) => number;
  readonly turnAt: (pixel: number) => number;
}

export function listWindowLines(
  rows: readonly ResultRow[],
  box: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number },
  budget: number | null,
): WindowLines {
  const turns = rows.flatMap(({ result }) => result.series.turn);
  const firstTurn = turns.reduce((low, turn) => Math.min(low, turn), turns[0] ?? 0);
  const lastTurn = turns.reduce((high, turn) => Math.max(high, turn), firstTurn);
  const peak = rows.reduce((high, { result }) => Math.max(high, result.summary.peak ?? 0), 0);
  const drawn = budget !== null && budget <= peak * BUDGET_IN_SIGHT ? budget : null;
  const highest = Math.max(peak, drawn ?? 0);
  const ticks = placeTicks(highest, 4);
  const x = makeLinearScale([firstTurn, lastTurn + 1], [box.left, box.right]);
  const top = ticks.at(-1) ?? 1;
  const y = makeLinearScale([0, top], [box.bottom, box.top]);
  const ends = spreadPlaces(rows.map(({ result }) => y.to(result.series.tokens.at(-1) ?? 0)));
  return {
    lines: rows.map((row, i) => ({
      no: row.no,
      letter: row.letter,
      name: row.name,
      ...buildStyle(row),
      path: drawStepPath(row, x.to, y.to),
      endY: ends[i] ?? 0,
    })),
    ticks: ticks.map((tick) => ({ y: y.to(tick), label: formatCompact(tick) })),
    turnTicks: turnTicks({ from: firstTurn, to: lastTurn }, (box.right - box.left) / TURN_LABEL_PX).map(
      (turn) => ({ x: x.to(turn), label: count(turn) }),
    ),
    budget:
      budget === null
        ? null
        : {
            y: y.to(Math.min(budget, top)),
            label:
              budget > top
                ? `↑ budget ${formatCompact(budget)}, above this scale`
                : `budget ${formatCompact(budget)}`,
          },
    firstTurn,
    lastTurn,
    x: x.to,
    turnAt: (pixel) => Math.max(firstTurn, Math.min(lastTurn, Math.floor(x.from(pixel)))),
  };
}

/** Moves labels down until none stands on another, in the order of their places. */
function spreadPlaces(places: readonly number[]): number[] {
  const moved = [...places];
  let free = -Infinity;
  for (const i of places.map((_, no) => no).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0))) {
    moved[i] = Math.max(places[i] ?? 0, free);
    free = (moved[i] ?? 0) + LABEL_PX;
  }
  return moved;
}

export function buildStyle({ letter }: Pick<ResultRow, "letter">): {
  readonly color: string;
  readonly dash: string;
} {
  if (letter === "R") return { color: "var(--ink)", dash: "" };
  const no = letter.charCodeAt(0) - "A".charCodeAt(0);
  return {
    color: `var(--kind-${STROKES[no % STROKES.length] ?? "tool"})`,
    dash: DASHES[no % DASHES.length] ?? "",
  };
}

export function findTokensAt(
  rows: readonly ResultRow[],
  turn: number,
): { letter: string; name: string; text: string }[] {
  return rows.map(({ letter, name, result: { series } }) => {
    const tokens = series.tokens[series.turn.indexOf(turn)];
    return { letter, name, text: tokens === undefined ? "–" : count(tokens) };
  });
}

function drawStepPath(
  { result: { series } }: ResultRow,
  x: (turn: number) => number,
  y: (tokens: number) => number,
): string {
  return series.turn
    .map((turn, i) => {
      const level = y(series.tokens[i] ?? 0).toFixed(1);
      const gap = i > 0 && series.turn[i - 1] !== turn - 1;
      const start = i === 0 || gap ? "M" : "L";
      return `${start}${x(turn).toFixed(1)} ${level}H${x(turn + 1).toFixed(1)}`;
    })
    .join("");
}
