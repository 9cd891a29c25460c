import { IMPORTERS } from ".";
import { unreadProgram } from "./known-programs";
import type { Importer } from "./reading/importer";
import type { Recognition, Sniff } from "./reading/sniff";
import { describeBinary, describeForm, isText } from "./describe-form";
import { findJsonLines } from "./describe-text";
import { describeShape, describeListLines, OTHER_SHAPE, sniff as sniffText } from "./reading/sniff";

export type Choice =
  | { readonly importer: Importer }
  | {
      readonly importer: null;
      readonly reason: string;
      /** The format that the file is nearly in, and in what it differs. Nothing is said of it unless it reads the file. */
      readonly nearly?: Nearly;
    };

export interface Nearly {
  readonly importer: Importer;
  readonly difference: string;
}

const NEARLY = 0.7;

/** By its content. A named `format` is used whatever the file looks like. */
export function chooseImporter(
  sniff: Sniff,
  format = "auto",
  importers: readonly Importer[] = IMPORTERS,
): Choice {
  if (sniff.shape === "empty") return { importer: null, reason: "the file is empty" };
  if (sniff.shape === "binary") return { importer: null, reason: describeBinary(sniff) };
  const candidates = format === "auto" ? importers : importers.filter((importer) => importer.id === format);
  const forced = format === "auto" ? undefined : candidates[0];
  if (forced !== undefined) return { importer: forced };
  const program = unreadProgram(sniff);
  if (program !== null) return { importer: null, reason: program };
  const ranked = candidates
    .map((importer) => ({ importer, ...recogniseRecords(importer, sniff) }))
    .sort((a, b) => b.share - a.share);
  const nearly = ranked[0]?.share ?? 0;
  const match =
    ranked.find(({ missing }) => missing === null) ??
    (nearly < NEARLY ? ranked.find(({ isLastResort }) => isLastResort) : undefined);
  if (match !== undefined) return { importer: match.importer };
  const form = describeForm(sniff);
  const within = isText(sniff) ? tellOfText(sniff, form, importers) : [];
  const reason = [`its format is not known; it is ${form}`, ...within, INSTEAD].join(". ");
  const nearest = ranked[0];
  if (nearest === undefined || nearest.missing === null || nearest.share < NEARLY)
    return { importer: null, reason };
  const { importer, missing } = nearest;
  return { importer: null, reason, nearly: { importer, difference: differenceOf(sniff, missing) } };
}

const INSTEAD = "Calls of any program can be recorded with the proxy or sent as events";

/** The format of the records that stand between other text, where one has them; else, of plain text, the formats that are such. */
function tellOfText(sniff: Sniff, form: string, importers: readonly Importer[]): string[] {
  const isOfText = form.startsWith(describeShape("text"));
  const found = isOfText ? findJsonLines(sniff.head) : null;
  const within =
    found === null ? null : chooseImporter(sniffText(sniff.name, found.text, false), "auto", importers);
  if (within !== null && within.importer !== null)
    return [`What stands there looks like "${within.importer.label}": keep that alone, one record a line`];
  if (!isOfText) return [];
  const plain = sniffText(sniff.name, "text", true);
  const ofText = importers.filter((importer) => !importer.recognise(plain).missing?.startsWith(OTHER_SHAPE));
  return ofText.length === 0
    ? []
    : [`Of text, these are read: ${ofText.map(({ label }) => label).join(", ")}`];
}

/** The records of a list that somebody made of a file's lines are those lines. */
function recogniseRecords(importer: Importer, sniff: Sniff): Recognition {
  const recognition = importer.recognise(sniff);
  if (sniff.shape !== "array" || recognition.missing === null) return recognition;
  const ofLines = importer.recognise(describeListLines(sniff));
  return ofLines.share > recognition.share || ofLines.missing === null ? ofLines : recognition;
}

export function lackIn(sniff: Sniff, importer: Importer): string | null {
  const { missing } = recogniseRecords(importer, sniff);
  return missing === null ? null : differenceOf(sniff, missing);
}

function differenceOf(sniff: Sniff, missing: string): string {
  const { paths, records, shape } = sniff;
  const isRows = (shape === "lines" || shape === "array") && records.length > 1;
  const seen = isRows ? ` in its first ${records.length} records` : "";
  if (missing.startsWith(OTHER_SHAPE))
    return `is ${describeShape(shape)}, not ${missing.slice(OTHER_SHAPE.length)}`;
  return `${lacking(paths, missing)}${seen}`;
}

function lacking(paths: Sniff["paths"], missing: string): string {
  const steps = missing.match(/[^.[\]]+(\[\])?/g) ?? [];
  if (!/^[\w.[\]-]+$/.test(missing)) return `lacks ${missing}`;
  if (steps.length < 2) return `has no field ${missing}`;
  for (let length = steps.length - 1; length > 0; length--) {
    const path = steps.slice(0, length).join(".");
    if (paths.has(path.replace(/\[\]$/, "")))
      return `has no field ${steps.slice(length).join(".")} in its ${path}`;
  }
  return `has no field ${missing}`;
}
