import type { OccupancyModel } from "./occupancy-model";
import type { TableData } from "./format/table-data";

export function occupancyTable(model: OccupancyModel): TableData {
  const caused = new Map(model.deltas.map((bar) => [bar.seenAt, bar]));
  const events = new Map<number, string[]>();
  for (const { turn, label } of model.markers) events.set(turn, [...(events.get(turn) ?? []), label]);
  return {
    columns: [
      { key: "turn", label: "Turn", numeric: true },
      { key: "window", label: "Window", numeric: true },
      { key: "change", label: "Change", numeric: true },
      { key: "causedBy", label: "Caused by", numeric: true },
      ...model.bands.map(({ band, label }) => ({ key: band, label, numeric: true })),
      { key: "events", label: "Events" },
    ],
    rows: model.steps.map(({ turn, total, bands }) => [
      turn,
      total,
      caused.get(turn)?.value ?? null,
      caused.get(turn)?.x ?? null,
      ...model.bands.map(({ band }) => (total === null ? null : (bands[band] ?? 0))),
      events.get(turn)?.join("; ") ?? null,
    ]),
  };
}
