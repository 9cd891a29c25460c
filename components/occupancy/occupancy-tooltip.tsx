import { formatChartValue } from "@/lib/view/format/axis-label";
import type { OccupancyModel } from "@/lib/view/occupancy/model";

export function OccupancyTooltip({ model, x }: { model: OccupancyModel; x: number }) {
  const step = model.steps.findLast((s) => s.x <= x);
  if (step === undefined) return null;
  const bands = model.bands
    .flatMap((band) => ({ ...band, value: step.bands[band.band] ?? 0 }))
    .filter((band) => band.value > 0);
  bands.sort((a, b) => b.value - a.value);
  const marks = model.markers.filter((marker) => marker.turn === step.turn);
  return (
    <div className="max-w-72 rounded-md bg-raised px-3 py-2 text-xs shadow-(--shadow)">
      <p className="flex justify-between gap-6 font-medium">
        <span>Turn {step.turn}</span>
        <span className="num">
          {step.carried && "about "}
          {formatChartValue(step.total, model.unit)}
        </span>
      </p>
      <ul className="mt-1">
        {bands.map((band) => (
          <li key={band.band} className="flex items-center gap-2">
            <span aria-hidden className="size-2 rounded-xs" style={{ background: band.color }} />
            <span className="flex-1 text-ink-2">{band.label}</span>
            <span className="num">{formatChartValue(band.value, model.unit)}</span>
          </li>
        ))}
        {bands.length === 0 && <li className="text-ink-3">not known at this turn</li>}
      </ul>
      {step.carried && (
        <p className="mt-1 text-ink-3">
          This call reports no usage: what is not recorded is as large as in the last call that does.
        </p>
      )}
      {marks.map((mark) => (
        <p key={mark.kind} className="mt-1 text-evicted">
          {mark.label}
        </p>
      ))}
    </div>
  );
}
