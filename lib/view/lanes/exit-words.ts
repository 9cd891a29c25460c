import type { LaneEviction } from "./decode";

/** Why a block left and what stayed in its place, in a few words. */
export function exitWords({ how, toMode, reference, restorable, neededAt, refetched }: LaneEviction): string {
  const left =
    reference !== null
      ? `${reference.replaceAll("_", " ")} left${restorable ? ", restorable" : ""}`
      : toMode === "reference"
        ? "a reference left"
        : toMode !== null
          ? `${toMode} left`
          : "no reference left";
  const wanted =
    neededAt.length > 0
      ? [`needed at turn ${neededAt[0]}`]
      : refetched !== null
        ? [`fetched again at turn ${refetched}`]
        : [];
  return [how, left, ...wanted].join(" · ");
}
