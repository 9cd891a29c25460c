import { count, percent, signed } from "@/lib/view/format/format";
import type { OccupancyModel } from "@/lib/view/occupancy-model";
import { ViewLink as Link } from "../ui/view-link";

export function OccupancyTable({
  model,
  sessionId,
  cursor,
}: {
  model: OccupancyModel;
  sessionId: string;
  cursor: number | null;
}) {
  const write = model.unit === "share" ? percent : count;
  const caused = new Map(model.deltas.map((bar) => [bar.seenAt, bar]));
  const marks = new Map<number, string[]>();
  for (const marker of model.markers)
    marks.set(marker.turn, [...(marks.get(marker.turn) ?? []), marker.label]);
  return (
    <div className="max-h-[28rem] overflow-auto" tabIndex={0} role="region" aria-label="Occupancy by turn">
      <table className="w-full min-w-max text-xs">
        <thead className="sticky top-0 bg-surface">
          <tr className="border-b border-line-strong text-ink-3">
            <th scope="col" className="py-1 pr-3">
              Turn
            </th>
            <th scope="col" className="px-2 text-right">
              Window
            </th>
            <th scope="col" className="px-2 text-right">
              Change
            </th>
            <th scope="col" className="px-2 text-right">
              Caused by
            </th>
            {model.bands.map((band) => (
              <th key={band.band} scope="col" className="px-2 text-right">
                {band.label}
              </th>
            ))}
            <th scope="col" className="pl-4">
              Events
            </th>
          </tr>
        </thead>
        <tbody>
          {model.steps.map((step) => {
            const delta = caused.get(step.turn);
            return (
              <tr key={step.x} className={`border-b border-line ${step.turn === cursor ? "bg-sunken" : ""}`}>
                <th scope="row" className="num py-0.5 pr-3 font-normal">
                  <Link
                    href={`/sessions/${sessionId}/turns/${step.turn}`}
                    className="text-accent hover:underline"
                  >
                    {step.turn}
                  </Link>
                </th>
                <td className="num px-2 text-right">{write(step.total)}</td>
                <td className="num px-2 text-right">{signed(delta?.value ?? null)}</td>
                <td className="num px-2 text-right">{delta?.x ?? "–"}</td>
                {model.bands.map((band) => (
                  <td key={band.band} className="num px-2 text-right">
                    {step.total === null ? "–" : write(step.bands[band.band] ?? 0)}
                  </td>
                ))}
                <td className="max-w-96 truncate pl-4 text-evicted">{marks.get(step.turn)?.join("; ")}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
