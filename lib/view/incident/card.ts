import { findFullest } from "@/lib/core/trace/peak";
import type { SeriesPoint } from "../answers";
import type { Snapshot } from "@/lib/incident/snapshot";
import { formatCompact, plural } from "../format/format";
import { listDrawnTokens } from "../occupancy/model";
import type { StripModel } from "./strip";
import { listStack, stripModel } from "./strip";
import { buildIncidentSummary } from "./summary";

export interface CardModel {
  readonly title: string;
  readonly line: string;
  readonly bars: StripModel["bars"];
}

const TITLE_CHARS = 90;
const BARS_TURNS_MAX = 200;

/** The image of a timeline. It uses only what the snapshot holds, because the link shows no more. */
export function buildCardModel(snapshot: Snapshot): CardModel {
  const strip = stripModel(snapshot);
  const turnsPerBar = Math.ceil(strip.columns.length / BARS_TURNS_MAX);
  const drawnTurns = new Set(strip.columns.filter((_, i) => i % turnsPerBar === 0).map(({ turn }) => turn));
  const bars = strip.bars
    .filter(({ turn }) => drawnTurns.has(turn))
    .map((bar) => ({ ...bar, width: bar.width * turnsPerBar }));
  const line = keepDrawable(buildIncidentSummary(snapshot).join(" "));
  return { title: writeHeadline(snapshot.title), line, bars };
}

export function makeSeriesCard(title: string, points: readonly SeriesPoint[]): CardModel {
  const pointsPerBar = Math.ceil(points.length / BARS_TURNS_MAX);
  const sizes = listDrawnTokens(points);
  const drawnPoints = points.flatMap((point, i) =>
    i % pointsPerBar === 0 ? [{ turn: point.turn, tokens: sizes[i] ?? null, bySource: point.bySource }] : [],
  );
  const top = Math.max(1, ...sizes.map((size) => size ?? 0));
  const fullest = findFullest(points, ({ windowTokens: value, provenance }) => ({ value, provenance }));
  const turns = points.reduce((sum, { bucket }) => sum + bucket.turns, 0);
  const evictions = points.reduce((sum, { markers }) => sum + markers.evictions, 0);
  const summary = `${plural(turns, "turn")}; the fullest window had ${formatCompact(fullest?.windowTokens ?? null)} tokens. ${plural(evictions, "eviction")}.`;
  return {
    title: writeHeadline(title),
    line: keepDrawable(points.length === 0 ? "No turns." : summary),
    bars: drawnPoints.flatMap((point, i) =>
      listStack(point, { turn: point.turn, x: i / drawnPoints.length, width: 1 / drawnPoints.length }, top),
    ),
  };
}

function writeHeadline(title: string): string {
  const text = keepDrawable(title);
  return text.length > TITLE_CHARS ? `${text.slice(0, TITLE_CHARS - 3)}...` : text;
}

/** Keeps the characters of the bundled font. For others the drawing library would ask a server on the internet. */
function keepDrawable(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (sign) => (sign === "█" ? "#" : "?"));
}
