import { priceCall, roundSum } from "../format/cost";
import type { OccupancyModel, OccupancyStep } from "./model";
import type { Cell, TableData } from "../format/table-data";

export function buildOccupancyTable(model: OccupancyModel): TableData {
  const caused = new Map(model.deltas.map((bar) => [bar.seenAt, bar]));
  const events = new Map<number, string[]>();
  for (const { turn, label } of model.markers) events.set(turn, [...(events.get(turn) ?? []), label]);
  const more = [...makeCarriedColumn(model), ...listCostColumns(model), ...makeTookColumn(model)];
  return {
    columns: [
      { key: "turn", label: "Turn", numeric: true },
      { key: "window", label: "Window", numeric: true },
      { key: "change", label: "Change", numeric: true },
      { key: "causedBy", label: "Caused by", numeric: true },
      ...model.bands.map(({ band, label }) => ({ key: band, label, numeric: true })),
      ...more.map(({ key, label, numeric }) => ({ key, label, numeric })),
      { key: "events", label: "Events" },
    ],
    rows: model.steps.map((step) => {
      const { turn, total } = step;
      const carried = step.carried ? (step.bands.residual ?? 0) : 0;
      const bands: OccupancyStep["bands"] = step.carried ? { ...step.bands, residual: 0 } : step.bands;
      return [
        turn,
        total === null ? null : total - carried,
        caused.get(turn)?.value ?? null,
        caused.get(turn)?.x ?? null,
        ...model.bands.map(({ band }) => (total === null ? null : (bands[band] ?? 0))),
        ...more.map(({ of }) => of(step)),
        events.get(turn)?.join("; ") ?? null,
      ];
    }),
  };
}

interface MoreColumn {
  readonly key: string;
  readonly label: string;
  readonly numeric: boolean;
  readonly of: (step: OccupancyStep) => Cell;
}

/** What the chart adds to a call without a count of its own. It is no part of the window as it is told elsewhere. */
function makeCarriedColumn({ steps }: OccupancyModel): MoreColumn[] {
  if (!steps.some(({ carried }) => carried)) return [];
  const of = ({ carried, bands }: OccupancyStep) => (carried ? (bands.residual ?? 0) : null);
  return [{ key: "carried", label: "Residual carried over", numeric: true, of }];
}

/** Cache reads and writes stand apart. There are no columns when no call has a price. */
function listCostColumns({ steps }: OccupancyModel): MoreColumn[] {
  if (steps.every(({ cost }) => cost === null)) return [];
  const part = (key: "uncached" | "cacheRead" | "cacheWrite" | "output", label: string): MoreColumn => ({
    key: `cost-${key}`,
    label,
    numeric: true,
    of: ({ cost }) => (cost === null ? null : roundSum(cost[key])),
  });
  return [
    { key: "cost", label: "Cost", numeric: true, of: ({ cost }) => priceCall(cost).value },
    { key: "currency", label: "Currency", numeric: false, of: ({ cost }) => cost?.currency ?? null },
    part("uncached", "Cost, not cached"),
    part("cacheRead", "Cost, cache reads"),
    part("cacheWrite", "Cost, cache writes"),
    part("output", "Cost, output"),
  ];
}

function makeTookColumn({ steps }: OccupancyModel): MoreColumn[] {
  if (steps.every(({ tookMs }) => tookMs === null)) return [];
  return [{ key: "took", label: "Call took, ms", numeric: true, of: ({ tookMs }) => tookMs }];
}
