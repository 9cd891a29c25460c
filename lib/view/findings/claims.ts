import type { Claim, ClaimOf, Counted } from "@/lib/core/proof/claim";
import type { ClaimPlace } from "@/lib/core/proof/place";
import { count, formatDuration, plural } from "../format/format";
import { revealText } from "../format/trace-text";
import { makeBlockHref, makeEvictionsHref, turnHref } from "../questions/links";

const VALUE_CHARS_MAX = 160;

/** @returns the name of a block after "the", such as `get_order result` */
export type NameOfBlock = (id: string) => string;

const AS_WORDS = {
  full: "in full",
  excerpt: "as an excerpt",
  summary: "as a summary",
  reference: "as a reference",
};

const FIGURE_WORDS: Readonly<Record<string, string>> = {
  window: "The window of turn",
  delta: "The growth at turn",
  input: "The input of turn",
  "cache-read": "What was read from the cache at turn",
  "cache-write": "What was written to the cache at turn",
  output: "The answer of turn",
  budget: "The budget of turn",
  "context-window": "The model's window at turn",
};

/** A claim in one sentence. */
export function describeClaim(claim: Claim, nameOf: NameOfBlock): string {
  const the = (id: string) => `the ${revealText(nameOf(id))}`;
  switch (claim.is) {
    case "present":
      return claim.block === undefined
        ? `The window of turn ${claim.turn} says ${quote(claim.value)}.`
        : `In the window of turn ${claim.turn}, ${the(claim.block)} says ${quote(claim.value)}.`;
    case "absent":
      return describeAbsent(claim, the);
    case "left":
      return describeLeft(claim, the);
    case "stands":
      return `${capitalise(the(claim.block))} stands in the window of turn ${claim.turn}${claim.mode === undefined ? "" : ` ${AS_WORDS[claim.mode]}`}.`;
    case "used":
      return `In turn ${claim.turn} the model says ${quote(claim.value)}, in ${the(claim.block)}.`;
    case "equal":
      return `${capitalise(the(claim.blocks[0]))} and ${the(claim.blocks[1])} have the same text.`;
    case "same-arguments":
      return `${capitalise(the(claim.blocks[0]))} and ${the(claim.blocks[1])} name the same tool and the same arguments.`;
    case "same-error":
      return `${capitalise(the(claim.blocks[0]))} and ${the(claim.blocks[1])} are the same error, but for numbers, times, places and what their calls gave.`;
    case "same-missing":
      return `${capitalise(the(claim.blocks[0]))} and ${the(claim.blocks[1])} say that the same is not there, which their calls name.`;
    case "failed":
      return `The record says that the call of ${the(claim.block)} failed.`;
    case "same-attempt":
      return `${capitalise(the(claim.blocks[0]))} and ${the(claim.blocks[1])} try the same.`;
    case "shares-lines":
      return `${plural(claim.n, "line")} or more of ${the(claim.blocks[1])} stand in ${the(claim.blocks[0])}.`;
    case "count":
      return countWords(claim, the);
    case "usage":
      return describeUsage(claim);
    case "declared":
      return `A record “${revealText(claim.event)}” of turn ${claim.turn}${describeSays(claim.says)}.`;
    case "compared":
      return describeCompared(claim, the);
    case "pause":
      return `Turn ${claim.turn} began ${describePause(claim)} after turn ${claim.before}.`;
    case "order":
      return `${capitalise(describePoint(claim.first, the))} comes before ${describePoint(claim.then, the)}.`;
  }
}

/** The address that shows what a claim is about, with the value marked; `null` where there is no such place. */
export function makeClaimHref(
  sessionId: string,
  { is }: Pick<Claim, "is">,
  { turn, block, marked }: Omit<ClaimPlace, "span">,
): string | null {
  if (turn === null) return block === null ? null : makeBlockHref(sessionId, block, marked);
  if (is === "left") return makeEvictionsHref(sessionId, turn, { block });
  return turnHref(sessionId, turn, block, marked);
}

export interface ClaimRow {
  readonly key: string;
  readonly words: string;
  readonly href: string | null;
  readonly glyph: string;
  /** What the glyph means. */
  readonly says: string;
}

/** @param checked the claims decided anew, in the same order; `null` before that */
export function listClaimRows(
  claims: readonly Claim[],
  checked:
    | readonly { readonly words: string; readonly href: string | null; readonly holds: boolean | null }[]
    | null,
): ClaimRow[] {
  const rows =
    checked ??
    claims.map((claim) => ({
      words: describeClaim(claim, (id) => `block ${id}`),
      href: null,
      holds: undefined,
    }));
  return rows.map((row, i) => ({ key: String(i), words: row.words, href: row.href, ...answerWords(row) }));
}

function answerWords(row: { readonly holds: boolean | null | undefined }): Pick<ClaimRow, "glyph" | "says"> {
  if (row.holds === undefined) return { glyph: "·", says: "" };
  if (row.holds === null) return { glyph: "?", says: "It cannot be decided." };
  return row.holds ? { glyph: "✓", says: "It holds." } : { glyph: "✗", says: "It does not hold." };
}

/** "3 claims" of a finding, or what else unfolding it is good for. */
export function labelClaims(claims: number): string {
  return claims === 0 ? "Is it true?" : plural(claims, "claim");
}

function describeAbsent({ value, turn, until, block }: ClaimOf<"absent">, the: NameOfBlock): string {
  if (block !== undefined)
    return `In the window of turn ${turn}, ${the(block)} does not say ${quote(value)}.`;
  const windows =
    until === undefined || until === turn
      ? `the window of turn ${turn}`
      : `the windows of turns ${turn} to ${until}`;
  return `No block of ${windows} says ${quote(value)}.`;
}

function describeLeft({ block, turn, how, as }: ClaimOf<"left">, the: NameOfBlock): string {
  const by = how === undefined ? "" : `: it was ${how}`;
  return as === undefined
    ? `${capitalise(the(block))} stood in the window before turn ${turn} and no longer does${by}.`
    : `${capitalise(the(block))} stands in the window of turn ${turn} only ${AS_WORDS[as]}${by}.`;
}

function countWords({ n, atLeast, of }: ClaimOf<"count">, the: NameOfBlock): string {
  const number = `${atLeast === true ? "at least " : ""}${count(n)}`;
  return `${capitalise(describeWhere(of))}: ${number} ${describeCounted(of, n, the)}.`;
}

function describeWhere(of: Counted): string {
  if (of.in === "session") return "in the whole session";
  if (of.in === "window") return `in the window of turn ${of.turn}`;
  if ("turn" in of) return `at turn ${of.turn}`;
  return of.from === of.to ? `in turn ${of.from}` : `in turns ${of.from} to ${of.to}`;
}

function describeCounted(of: Counted, n: number, the: NameOfBlock): string {
  const s = n === 1 ? "" : "s";
  switch (of.in) {
    case "window":
    case "made": {
      const tool = of.tool === undefined ? "" : ` of ${revealText(of.tool)}`;
      if (of.in === "window" && of.block !== undefined) return `time${s} ${the(of.block)}`;
      const call =
        of.in === "window" && of.callId !== undefined ? ` for the call ${revealText(of.callId)}` : "";
      const madeText = of.in === "made" ? " that the model made" : "";
      return `${describeKind(of.kind)}${s}${tool}${call}${madeText}`;
    }
    case "session":
      return `block${s} of the name ${quote(of.named)}`;
    case "calls-like":
      return `call${s} with the tool and the arguments of ${the(of.block)}`;
    case "failed":
      return `call${s} that failed`;
    case "left":
      return `block${s} that left the window${of.how === undefined ? "" : ` (${of.how})`}`;
    case "tools":
      return of.tool === undefined
        ? `tool${s} offered`
        : `tool${s} of the name ${revealText(of.tool)} offered`;
    case "edits":
      return `edit${s} that the provider says it made`;
    case "records":
      return `record${s} “${revealText(of.event)}”${describeSays(of.says ?? [])}`;
  }
}

function describeSays(values: ClaimOf<"declared">["says"]): string {
  return values.length === 0 ? "" : ` says ${values.map((value) => quote(String(value))).join(", ")}`;
}

function describeUsage({ turn, of, atLeast, atMost }: ClaimOf<"usage">): string {
  const figure = FIGURE_WORDS[of] ?? `The ${describeKind(of)}s in the window of turn`;
  return `${figure} ${turn}: ${describeBounds(atLeast, atMost)}.`;
}

function describeBounds(atLeast: number | undefined, atMost: number | undefined): string {
  if (atLeast === undefined)
    return atMost === undefined ? "any number of tokens" : `at most ${countTokensInWords(atMost)}`;
  if (atMost === undefined) return `at least ${countTokensInWords(atLeast)}`;
  return atLeast === atMost
    ? countTokensInWords(atLeast)
    : `${count(atLeast)} to ${countTokensInWords(atMost)}`;
}

const countTokensInWords = (n: number) => plural(n, "token");

function describePoint({ turn, block }: ClaimOf<"order">["first"], the: NameOfBlock): string {
  return block === undefined ? `turn ${turn}` : `${the(block)} of turn ${turn}`;
}

const COMPARED = { window: "the window", tools: "the tools that were offered", model: "the model" } as const;

function describeCompared({ turn, before, of, same, block }: ClaimOf<"compared">, the: NameOfBlock): string {
  if (of !== "window")
    return `${capitalise(COMPARED[of])} of turns ${before} and ${turn}: ${same ? "the same" : "not the same"}.`;
  if (same) return `The window of turn ${turn} begins with the whole window of turn ${before}.`;
  const first = block === undefined ? "" : `, first at ${the(block)}`;
  return `The window of turn ${turn} does not go on as that of turn ${before}${first}.`;
}

function describePause({ atLeast, atMost }: ClaimOf<"pause">): string {
  const least = atLeast === undefined ? null : `at least ${formatDuration(atLeast)}`;
  const mostText = atMost === undefined ? null : `at most ${formatDuration(atMost)}`;
  return [least, mostText].filter((part) => part !== null).join(" and ");
}

function describeKind(kind: string | undefined): string {
  return (kind ?? "block").replaceAll("_", " ");
}

/** A value of several words is quoted, so that it is seen where it ends. */
function quote(value: string): string {
  const shownValue = revealText(
    value.length > VALUE_CHARS_MAX ? `${value.slice(0, VALUE_CHARS_MAX).toWellFormed()}…` : value,
  );
  return /\s/.test(shownValue) ? `“${shownValue}”` : shownValue;
}

function capitalise(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
