/** Says when a search over contents did not look into everything. @param searched as the list of sessions has it */
export function describeSearched(searched: "all" | "part"): string[] {
  if (searched === "all") return [];
  return [
    "The search stopped before the oldest sessions, because it found or read too much. Rarer words reach further back.",
  ];
}
