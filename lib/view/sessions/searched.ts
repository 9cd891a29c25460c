/** Says when a search over contents did not look into everything. @param searched as the list of sessions has it */
export function searchedStatements(searched: "all" | "part"): string[] {
  if (searched === "all") return [];
  return [
    "The search ended before it had looked into every session, because it found or read very much. Older sessions may have the words too. Rarer words reach further.",
  ];
}
