import type { FetchOutcome } from "@/lib/core/evidence/edge";
import type { LaneEviction } from "./decode";

export function describeExit(eviction: LaneEviction): string {
  return [eviction.how, ...describeLeftAndWanted(eviction)].join(" · ");
}

export function describeCausedExit(eviction: LaneEviction): string {
  const { how, cause, provenance } = eviction;
  const who =
    cause ?? (provenance === "reported" ? "the harness gave no reason" : "seen by comparing the windows");
  return [how, who, ...describeLeftAndWanted(eviction)].join(" · ");
}

function describeLeftAndWanted({
  toMode,
  reference,
  restorable,
  neededAt,
  refetched,
  refetchedAs,
}: LaneEviction): string[] {
  const left =
    reference !== null
      ? `${reference.replaceAll("_", " ")} stays${restorable ? ", restorable" : ""}`
      : toMode === "reference"
        ? "a reference stays"
        : toMode !== null
          ? `${toMode} stays`
          : "nothing stays in its place";
  const wanted =
    neededAt.length > 0
      ? [`needed at turn ${neededAt[0]}`]
      : refetched !== null
        ? [`fetched again at turn ${refetched}${describeOutcome(refetchedAs)}`]
        : [];
  return [left, ...wanted];
}

const OUTCOMES: Readonly<Record<FetchOutcome, string>> = {
  equal: ", with the same lines",
  changed: ", it said something else",
  failed: ", it failed",
  unknown: "",
};

export function describeOutcome(outcome: FetchOutcome | null): string {
  return outcome === null ? "" : OUTCOMES[outcome];
}
