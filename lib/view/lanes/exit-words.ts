import type { LaneEviction } from "./decode";

const HOW: Record<LaneEviction["how"], string> = {
  cleared: "cleared",
  trimmed: "cut short",
  compacted: "summarised",
  truncated: "pushed out of the window",
  removed: "removed",
};

/** Why a block left and what stayed in its place, in a few words. */
export function exitWords({ how, toMode, reference, restorable, neededAt, refetched }: LaneEviction): string {
  const left =
    reference !== null
      ? `${reference.replaceAll("_", " ")} left${restorable ? ", restorable" : ""}`
      : toMode === "reference"
        ? "a reference left"
        : toMode !== null
          ? `${toMode} left`
          : "nothing left";
  const wanted =
    neededAt.length > 0
      ? [`needed at turn ${neededAt[0]}`]
      : refetched !== null
        ? [`fetched again at turn ${refetched}`]
        : [];
  return [HOW[how], left, ...wanted].join(" · ");
}
