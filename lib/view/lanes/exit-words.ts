import type { FetchOutcome } from "@/lib/core/evidence/edge";
import type { LaneEviction } from "./decode";

export function exitWords(eviction: LaneEviction): string {
  return [eviction.how, ...leftAndWanted(eviction)].join(" · ");
}

export function causedExitWords(eviction: LaneEviction): string {
  const { how, cause, provenance } = eviction;
  const who =
    cause ?? (provenance === "reported" ? "the harness gave no reason" : "seen by comparing the windows");
  return [how, who, ...leftAndWanted(eviction)].join(" · ");
}

function leftAndWanted({
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
        ? [`fetched again at turn ${refetched}${outcomeWords(refetchedAs)}`]
        : [];
  return [left, ...wanted];
}

const OUTCOMES: Readonly<Record<FetchOutcome, string>> = {
  equal: ", it said the same",
  changed: ", it said something else",
  failed: ", it failed",
  unknown: "",
};

export function outcomeWords(outcome: FetchOutcome | null): string {
  return outcome === null ? "" : OUTCOMES[outcome];
}
