import type { BlockInput } from "../answers";
import type { Mode } from "@/lib/core/vocabulary";
import { formatCompact, count, plural, formatTokens } from "../format/format";
import { groupColor, findPaletteGroup, labelKind } from "../chart/palette";
import type { BlockUses } from "./block-uses";
import { buildBlockUses } from "./block-uses";
import { revealText } from "../format/trace-text";
import { turnTicks } from "../chart/scale";
import { describeMode } from "../turn/turn-model";
import type { DepartureRow } from "../turn/window-rows";
import { listDepartureRows, describeExitHow } from "../turn/window-rows";

/** The place of an axis mark on the life line, 0 to 1. */
export interface LifeTick {
  readonly at: number;
  readonly label: string;
}

/** One stretch of the life line. Positions are shares of the session, 0 to 1. */
export interface LifeSegment {
  readonly start: number;
  readonly end: number;
  readonly mode: Mode;
  readonly open: boolean;
  readonly label: string;
}

export interface BlockModel {
  readonly blockId: string;
  readonly title: string;
  readonly kind: string;
  readonly color: string;
  /** The turn in which it entered the window; if it never did, the turn in which it was made. */
  readonly firstTurn: number;
  readonly trust: BlockInput["block"]["trust"];
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly notices: readonly string[];
  readonly life: readonly LifeSegment[];
  readonly lifeWords: string;
  readonly ticks: readonly LifeTick[];
  readonly uses: BlockUses;
  readonly departures: readonly DepartureRow[];
  readonly shownInstead: readonly { readonly label: string; readonly text: string }[];
  readonly related: readonly { readonly label: string; readonly blockId: string }[];
}

const TICKS = 10;

export function buildBlockModel(facts: BlockInput, first: number, last: number): BlockModel {
  const { block, residencies } = facts;
  const kind = labelKind(block.sourceKind);
  const span = last - first + 1;
  return {
    blockId: block.blockId,
    title: block.label ?? nameWithFile(block.toolName ?? kind, block.origin),
    kind,
    color: groupColor(findPaletteGroup(block.sourceKind)),
    firstTurn: residencies[0]?.from ?? block.createdTurn ?? first,
    trust: block.trust,
    facts: [
      {
        label: "Size",
        value: `${formatTokens(block.tokens, block.provenance)} tokens, ${formatCompact(block.chars)} characters`,
      },
      // The window tells of what came into one.
      ...(residencies.length > 0
        ? []
        : [
            {
              label: "Made at",
              value: block.createdTurn === null ? "before the first turn" : `turn ${block.createdTurn}`,
            },
          ]),
      ...listOriginFacts(block.origin),
      ...(block.toolCallId === null ? [] : [{ label: "Tool call", value: block.toolCallId }]),
    ],
    notices: listNotices(facts),
    life: residencies.flatMap((residency) => {
      const end = residency.to ?? last;
      if (end < residency.from) return [];
      return {
        start: (residency.from - first) / span,
        end: (end - first + 1) / span,
        mode: findMode(residency.mode),
        open: residency.to === null,
        label: `turns ${residency.from} to ${end}${residency.to === null ? " (still there)" : ""}, ${describeMode(findMode(residency.mode))}, ${count(residency.tokens)} tokens`,
      };
    }),
    lifeWords: describeLife(facts),
    ticks: turnTicks({ from: first, to: last }, TICKS).map((turn) => ({
      at: (turn - first) / span,
      label: String(turn),
    })),
    uses: buildBlockUses(facts.uses, facts.usesTotal ?? null, { first, span }),
    departures: residencies.flatMap(({ eviction }) =>
      eviction === null ? [] : listDepartureRows([eviction]),
    ),
    shownInstead: residencies.flatMap((residency) =>
      residency.shown === null
        ? []
        : [
            {
              label: `${describeMode(findMode(residency.mode))} from turn ${residency.from}`,
              text: residency.shown,
            },
          ],
    ),
    related: facts.related.map(({ relation, blockId }) => ({
      label: relation === "call" ? "The call that it answers" : "Its result",
      blockId,
    })),
  };
}

/** "Read session.ts": the whole path stands among the facts. */
function nameWithFile(name: string, origin: BlockInput["block"]["origin"]): string {
  const file = origin?.path?.split(/[\\/]/).findLast((part) => part !== "");
  return file === undefined ? name : `${name} ${revealText(file)}`;
}

function findMode(mode: string): Mode {
  return mode === "excerpt" || mode === "summary" || mode === "reference" ? mode : "full";
}

function listOriginFacts(origin: BlockInput["block"]["origin"]): { label: string; value: string }[] {
  return [
    ["Path", origin?.path],
    ["URL", origin?.url],
    ["Artifact", origin?.artifact],
  ].flatMap(([label, value]) => (label === undefined || value === undefined ? [] : [{ label, value }]));
}

function listNotices({ block, residencies }: BlockInput): string[] {
  const notices: string[] = [];
  if (residencies.length === 0)
    notices.push("This block was never in a window: the model that ran later did not see it.");
  if (block.completeness === "client_truncated")
    notices.push("The client cut this text off before sending it.");
  if (block.isError) notices.push("The tool reported an error.");
  return notices;
}

/** "In the window from turn 45 to 101, compacted at turn 102, used 4 times since." */
function describeLife({ residencies, uses }: BlockInput): string {
  const whole = residencies.filter(({ mode }) => findMode(mode) === "full");
  const [first] = residencies;
  const newest = residencies.at(-1);
  const exit = whole.at(-1) ?? newest;
  if (first === undefined || newest === undefined || exit === undefined) return "Never in a window.";
  const back = residencies.filter(({ eviction }) => eviction?.reenteredTurn != null).length;
  const returned = back > 0 ? ` (it left and came back ${plural(back, "time")})` : "";
  const { to, eviction } = exit;
  if (to === null) return `In the window since turn ${first.from}${returned}, and in the newest one.`;
  const later = uses?.filter(({ turn }) => turn > to).length ?? 0;
  return [
    `In the window from turn ${first.from} to ${to}${returned}`,
    ...(eviction === null ? [] : [`${describeExitHow(eviction.how)} at turn ${eviction.turn}`]),
    ...(newest.to === null && newest !== exit ? [`${describeMode(findMode(newest.mode))} since`] : []),
    ...(eviction?.refetchedTurn == null ? [] : [`fetched again at turn ${eviction.refetchedTurn}`]),
    ...(later > 0 ? [`used ${plural(later, "time")} since`] : []),
  ]
    .join(", ")
    .concat(".");
}
