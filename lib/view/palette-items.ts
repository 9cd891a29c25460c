import { plural } from "./format/format";
import type { Lane } from "./lanes/decode";
import { revealText } from "./format/trace-text";

export interface PaletteLink {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly href: string;
}

interface NamedSession {
  readonly id: string;
  readonly externalId: string;
  readonly name: string | null;
  readonly counts: { readonly turns: number | null };
}

const BLOCKS_SHOWN = 8;

export function listSessionLinks(sessions: readonly NamedSession[]): PaletteLink[] {
  return sessions.map(({ id, externalId, name, counts }) => ({
    id: `session ${id}`,
    label: revealText(name ?? externalId),
    detail: counts.turns === null ? "being worked out" : plural(counts.turns, "turn"),
    href: `/sessions/${id}`,
  }));
}

/** The turn in a query such as `12` or `turn 12`; `null` when there is none. */
export function turnIn(query: string): number | null {
  const digits = /^(?:turn\s*)?(\d{1,8})$/i.exec(query.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

export function turnLinks(sessionId: string, turn: number): PaletteLink[] {
  return [
    {
      id: `turn ${turn}`,
      label: `Turn ${turn}`,
      detail: "what the model saw",
      href: `/sessions/${sessionId}/turns/${turn}`,
    },
  ];
}

/** The question in a query such as `why not get_order?`, `why "x"` or `? x`; `null` when there is none. */
export function readQuestion(query: string): string | null {
  const asked = /^(?:why(?:\s+not)?\b|\?)\s*(.*)$/is.exec(query.trim())?.[1];
  if (asked === undefined) return null;
  return asked
    .replace(/(?<!\?)\?+$/, "")
    .replace(/^["“]|["”]$/g, "")
    .trim();
}

export function makeWhyLink(sessionId: string, question: string, turn: number | null): PaletteLink {
  const params = new URLSearchParams({ ...(turn !== null && { turn: String(turn) }), q: question });
  return {
    id: "why",
    label: `Why not “${question}”?`,
    detail: turn === null ? "in this session" : `at turn ${turn}`,
    href: `/sessions/${sessionId}/why?${params.toString()}`,
  };
}

export function listBlockLinks(sessionId: string, lanes: readonly Lane[], query: string): PaletteLink[] {
  const wanted = query.trim().toLowerCase();
  if (wanted.length < 2) return [];
  const links: PaletteLink[] = [];
  for (const { id, name, hint } of lanes) {
    if (links.length >= BLOCKS_SHOWN) break;
    if (`${name} ${hint} ${id}`.toLowerCase().includes(wanted))
      links.push({
        id: `block ${id}`,
        label: hint === "" ? name : `${name} ${hint}`,
        detail: revealText(id),
        href: `/sessions/${sessionId}/blocks/${encodeURIComponent(id)}`,
      });
  }
  return links;
}
