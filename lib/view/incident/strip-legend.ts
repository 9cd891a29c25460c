import type { SourceGroup } from "../chart/palette";
import { groupColor, groupLabel, RESIDUAL_COLOR, SOURCE_GROUPS } from "../chart/palette";
import type { StripModel } from "./strip";

export function stripLegend({ bars }: StripModel): { readonly label: string; readonly color: string }[] {
  const drawn = new Set<SourceGroup | "residual">(bars.map(({ group }) => group));
  return [
    ...SOURCE_GROUPS.filter((group) => drawn.has(group)).map((group) => ({
      label: groupLabel(group),
      color: groupColor(group),
    })),
    ...(drawn.has("residual") ? [{ label: "Not recorded", color: RESIDUAL_COLOR }] : []),
  ];
}
