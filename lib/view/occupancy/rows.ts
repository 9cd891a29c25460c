import { groupBy } from "@/lib/core/group-by";
import { priceCall } from "../format/cost";
import { count, formatPercent, formatShortDuration, formatSigned } from "../format/format";
import type { OccupancyModel } from "./model";

interface Figure {
  readonly value: number | null;
  readonly text: string;
}

export interface OccupancyRow {
  readonly turn: number;
  readonly window: Figure;
  readonly change: Figure;
  readonly cause: Figure;
  readonly bands: Readonly<Record<string, Figure>>;
  readonly cost: Figure;
  readonly took: Figure;
  readonly events: string;
}

export function listOccupancyRows(model: OccupancyModel): OccupancyRow[] {
  const write = model.unit === "share" ? formatPercent : count;
  const figure = (value: number | null): Figure => ({ value, text: write(value) });
  const caused = new Map(model.deltas.map((bar) => [bar.seenAt, bar]));
  const marks = groupBy(model.markers, ({ turn }) => turn);
  return model.steps.map(({ turn, total, bands, cost, tookMs }) => {
    const delta = caused.get(turn);
    const cause = delta?.x ?? null;
    return {
      turn,
      window: figure(total),
      change: { value: delta?.value ?? null, text: formatSigned(delta?.value ?? null) },
      cause: { value: cause, text: cause === null ? "–" : String(cause) },
      bands: Object.fromEntries(
        model.bands.map(({ band }) => [
          band,
          total === null ? { value: null, text: "–" } : figure(bands[band] ?? 0),
        ]),
      ),
      cost: priceCall(cost),
      took: { value: tookMs, text: tookMs === null ? "–" : formatShortDuration(tookMs) },
      events: (marks.get(turn) ?? []).map(({ label }) => label).join("; "),
    };
  });
}
