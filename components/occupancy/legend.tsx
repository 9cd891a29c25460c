import type { BandInfo } from "@/lib/view/occupancy-model";
import type { Band } from "@/lib/view/occupancy-input";

/** A click shows only that band; a second click shows all. Ctrl and a click hide or show one band. */
export function Legend({ bands, onHide }: { bands: readonly BandInfo[]; onHide: (hidden: Band[]) => void }) {
  const hidden = bands.filter((band) => band.hidden).map((band) => band.band);
  function pick(band: Band, single: boolean) {
    if (single) return onHide(hidden.includes(band) ? hidden.filter((b) => b !== band) : [...hidden, band]);
    const others = bands.map((b) => b.band).filter((b) => b !== band);
    const isolated = others.length > 0 && others.every((b) => hidden.includes(b)) && !hidden.includes(band);
    onHide(isolated ? [] : others);
  }
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1 text-xs">
      {bands.map((band) => (
        <li key={band.band}>
          <button
            type="button"
            aria-pressed={!band.hidden}
            className={`flex items-center gap-1.5 ${band.hidden ? "text-ink-3 line-through" : "text-ink-2 hover:text-ink"}`}
            title="Click: only this one. Ctrl-click: hide or show it."
            onClick={(event) => pick(band.band, event.ctrlKey || event.metaKey)}
          >
            <span
              aria-hidden
              data-swatch={band.color}
              className="size-2.5 rounded-xs"
              style={{
                background: band.hatched
                  ? `repeating-linear-gradient(45deg, ${band.color} 0 2px, transparent 2px 4px)`
                  : band.color,
              }}
            />
            {band.label}
          </button>
        </li>
      ))}
    </ul>
  );
}
