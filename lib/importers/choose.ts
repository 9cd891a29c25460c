import { IMPORTERS } from ".";
import type { Importer } from "./importer";
import type { Sniff } from "./sniff";

/** The format of a file, or what to tell who sent it. */
export type Choice = { readonly importer: Importer } | { readonly importer: null; readonly reason: string };

const NEARLY = 0.7;

/** Finds the importer for a file by its content. With `format` only that one is asked. */
export function chooseImporter(
  sniff: Sniff,
  format = "auto",
  importers: readonly Importer[] = IMPORTERS,
): Choice {
  if (sniff.shape === "empty") return { importer: null, reason: "the file is empty" };
  if (sniff.shape === "binary")
    return { importer: null, reason: "the file is binary; exported sessions are text" };
  const asked = format === "auto" ? importers : importers.filter((importer) => importer.id === format);
  const ranked = asked
    .map((importer) => ({ importer, ...importer.recognise(sniff) }))
    .sort((a, b) => b.share - a.share);
  const match = ranked.find(({ missing }) => missing === null);
  if (match !== undefined) return { importer: match.importer };
  const nearest = ranked[0];
  if (nearest !== undefined && nearest.missing !== null && (nearest.share >= NEARLY || format !== "auto")) {
    return {
      importer: null,
      reason: `the file is nearly in the format "${nearest.importer.label}", but ${differenceOf(sniff, nearest.missing)}`,
    };
  }
  return {
    importer: null,
    reason: `the file is in none of the known formats: ${importers.map((i) => i.id).join(", ")}`,
  };
}

/** Where a file first differs: the deepest part that is there, and what is missing from it. */
function differenceOf({ paths }: Sniff, missing: string): string {
  const steps = missing.match(/[^.[\]]+(\[\])?/g) ?? [];
  if (!/^[\w.[\]-]+$/.test(missing) || steps.length < 2) return `has no ${missing}`;
  for (let length = steps.length - 1; length > 0; length--) {
    const known = steps.slice(0, length).join(".");
    if (paths.has(known.replace(/\[\]$/, ""))) return `its ${known} has no ${steps.slice(length).join(".")}`;
  }
  return `has no ${missing}`;
}
