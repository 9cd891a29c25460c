import type { MaskRun } from "@/lib/core/marks";
import { listFreeMarks, restoreMarks } from "@/lib/core/marks";
import { plural } from "../format/format";
import { revealText } from "../format/trace-text";
import type { Shared } from "./view-snapshot";

export { MASK, showMasks } from "@/lib/core/marks";

export interface PreviewHit {
  readonly id: string;
  readonly kind: string;
  readonly kindLabel: string;
  readonly label: string;
  readonly value: string;
  readonly before: string;
  readonly after: string;
  readonly places: readonly string[];
}

/** What a person chose to mask. */
export const CHOSEN = "chosen by hand";
const RULE_CHARS_MAX = 200;

interface Rule {
  readonly name: string;
  readonly kind: "text" | "regex";
  readonly pattern: string;
}

/** The rule that masks a text as it stands; any white space matches any other. */
export function makeChosenRule(text: string): Rule {
  const pattern = [...text]
    .map((char) => (/\s/.test(char) ? "\\s" : char.replace(/[\\[\](){}*+?|^$.]/, "\\$&")))
    .join("");
  return { name: CHOSEN, kind: "regex", pattern };
}

/** The same as a rule of the project, in the words of its settings; `null` for a text that is too long for one. */
export function makeLearnedRule(text: string): Rule | null {
  const rule = text.includes("*") ? makeChosenRule(text) : { kind: "text" as const, pattern: text };
  return rule.pattern.length > RULE_CHARS_MAX ? null : { ...rule, name: "chosen in a share" };
}

export interface Look {
  /** As the visitor gets it, but each mask is made of a mark that says whose it is. */
  readonly snapshot: Shared;
  /** For each mark, the index of its hit. */
  readonly marks: ReadonlyMap<string, number>;
}

export function lookOf(snapshot: Shared, masks: readonly MaskRun[], hits: number): Look {
  const free = listFreeMarks([JSON.stringify(snapshot)]);
  return {
    snapshot: restoreMarks(snapshot, masks, (hit) => free[hit]),
    marks: new Map(free.slice(0, hits).map((mark, i) => [mark, i])),
  };
}

export interface HitRow {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly before: string;
  readonly after: string;
  readonly places: string;
  readonly isMasked: boolean;
}

export interface HitKind {
  readonly kind: string;
  readonly label: string;
  readonly words: string;
  readonly ids: readonly string[];
  readonly shown: number;
  readonly rows: readonly HitRow[];
}

const VALUE_CHARS = 80;
const PLACES_SHOWN = 3;

/** The found values by kind, the kind with the most values first. */
export function listHitKinds(hits: readonly PreviewHit[], reveal: ReadonlySet<string>): HitKind[] {
  const kinds = new Map<string, PreviewHit[]>();
  for (const hit of hits)
    if (hit.label !== CHOSEN) kinds.set(hit.kind, [...(kinds.get(hit.kind) ?? []), hit]);
  return [...kinds]
    .map(([kind, of]) => {
      const shown = of.filter(({ id }) => reveal.has(id)).length;
      return {
        kind,
        label: of[0]?.kindLabel ?? kind,
        words: shown === 0 ? plural(of.length, "value") : `${plural(of.length, "value")}, ${shown} shown`,
        ids: of.map(({ id }) => id),
        shown,
        rows: of.map((hit) => makeHitRow(hit, reveal)),
      };
    })
    .sort((a, b) => b.ids.length - a.ids.length);
}

export function makeHitRow(
  { id, label, value, before, after, places }: PreviewHit,
  reveal: ReadonlySet<string>,
): HitRow {
  const more = places.length - PLACES_SHOWN;
  return {
    id,
    label,
    value: revealText(value.length > VALUE_CHARS ? `${value.slice(0, VALUE_CHARS)}…` : value),
    before: revealText(before),
    after: revealText(after),
    places: `${places.slice(0, PLACES_SHOWN).join(", ")}${more > 0 ? ` and ${plural(more, "more place")}` : ""}`,
    isMasked: !reveal.has(id),
  };
}

/** A text of the page that can be masked: the longest part of a selection that is not masked yet. */
export function findMaskable(selected: string): string | null {
  const parts = selected.split(/█+/).map((part) => part.trim());
  const longest = parts.reduce((a, b) => (b.length > a.length ? b : a), "");
  return longest.length < 3 || longest.length > RULE_CHARS_MAX ? null : longest;
}

/** How often a text that was chosen by hand stands in the share. */
export function describeChosen(text: string, hits: readonly PreviewHit[]): string {
  const flat = (one: string) => one.replace(/\s/g, " ");
  const places = hits.find(({ value }) => flat(value) === flat(text))?.places.length ?? 0;
  return places === 0 ? "stands nowhere in it" : `masked in ${plural(places, "place")}`;
}
