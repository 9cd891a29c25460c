import type { FigureId } from "@/lib/core/figures/names";
import { VALUE_OF } from "@/lib/core/figures/figures";
import type { SessionAnalysis } from "@/lib/pipeline/analyse/analysis";
import type { AskedSession } from "./asked-session";
import { PLACES } from "./places";
import type { Stated } from "./stated-figures";
import { isRight } from "./stated-figures";

/** What every place says of a session's figures. */
export async function listStated(asked: AskedSession): Promise<Stated[]> {
  const stated: Stated[] = [];
  for (const place of PLACES) stated.push(...(await place(asked)));
  return stated;
}

/** @returns a sentence for each statement that is not the figure's declared value */
export function wrongFigures(stated: readonly Stated[], analysed: SessionAnalysis): string[] {
  const values = new Map<FigureId, number | null>();
  return stated.flatMap((one) => {
    const known = values.get(one.figure);
    const value = known === undefined ? VALUE_OF[one.figure](analysed) : known;
    values.set(one.figure, value);
    return isRight(one, value, "USD") ? [] : `${one.place}: ${one.figure} is ${value}, not ${one.value}`;
  });
}
