import { findKindWithCode } from "@/lib/core/findings/kinds";
import { carryResiduals } from "@/lib/core/window/carried";
import type { Database } from "@/lib/db/client";
import type { StoredBlock, RowText } from "@/lib/db/derived/block-rows";
import { blockCodec } from "@/lib/db/derived/block-rows";
import { HOW, KIND } from "@/lib/db/derived/codes";
import type { StoredResidency } from "@/lib/db/derived/residency-rows";
import { residencyCodec } from "@/lib/db/derived/residency-rows";
import type { Session } from "@/lib/db/generated/client";
import { readContents } from "@/lib/db/log/read";
import type { AlignedStep, Landmark } from "@/lib/view/alignment/align";
import type { Alignment } from "@/lib/view/format/address-words";
import { alignByLandmarks, alignTurns } from "@/lib/view/alignment/align";
import type { Divergence } from "@/lib/view/alignment/divergence";
import { findFirstDivergence } from "@/lib/view/alignment/divergence";
import type { ComparedSide, MadeText, StandingText, StepWindows } from "@/lib/view/compare-sessions/model";
import { buildBlockHints, listArgumentHashes } from "../reading/block-hints";
import { readBlocksByNo } from "../reading/blocks-by-no";
import { findSession } from "../reading/find-session";
import { listCosts } from "../session/list-costs";
import { countByCode, buildSummary } from "../reading/session-view";

const LANDMARKS_MAX = 20_000;

export interface ComparedSessions {
  readonly a: ComparedSide;
  readonly b: ComparedSide;
  readonly steps: readonly AlignedStep[];
  readonly by: Alignment;
  /** Where their tool calls differ first. */
  readonly divergence: Divergence | null;
}

/** @throws AppError `not_found` */
export async function compareSessions(
  db: Database,
  project: string,
  ids: { readonly a: string; readonly b: string },
  by: Alignment,
): Promise<ComparedSessions> {
  const [first, second] = await Promise.all([
    findSession(db, project, ids.a),
    findSession(db, project, ids.b),
  ]);
  const [a, b, callsA, callsB] = await Promise.all([
    readSide(db, project, first),
    readSide(db, project, second),
    readLandmarks(db, first, "call"),
    readLandmarks(db, second, "call"),
  ]);
  const divergence = findFirstDivergence(callsA, callsB);
  const alignSides = () => alignTurns([...a.windows.keys()], [...b.windows.keys()]);
  if (by === "turn") return { a, b, by, divergence, steps: alignSides() };
  const [left, right] =
    by === "call"
      ? [callsA, callsB]
      : await Promise.all([readLandmarks(db, first, by), readLandmarks(db, second, by)]);
  const steps = alignByLandmarks(left, right);
  return steps === null || steps.length === 0
    ? { a, b, by: "turn", divergence, steps: alignSides() }
    : { a, b, by, divergence, steps };
}

async function readSide(db: Database, project: string, row: Session): Promise<ComparedSide> {
  const { sessionId } = row;
  const [turns, hows, costs] = await Promise.all([
    db.turn.findMany({
      where: { sessionId },
      orderBy: { turn: "asc" },
      select: { turn: true, windowTokens: true, windowKnown: true, residual: true, modelChanged: true },
    }),
    db.residency.groupBy({
      by: ["how"],
      where: { sessionId, evictedTurn: { not: null } },
      _count: { _all: true },
      orderBy: { how: "asc" },
    }),
    listCosts(db, project, [sessionId]),
  ]);
  const carried = carryResiduals(turns);
  const session = buildSummary(row);
  return {
    session,
    cost: costs.get(sessionId) ?? null,
    windows: new Map(turns.map(({ turn, windowTokens }) => [turn, windowTokens])),
    carried: new Map(turns.map(({ turn }, i) => [turn, carried[i] ?? 0])),
    evictionsByHow:
      session.counts.evictions === null
        ? null
        : Object.fromEntries(hows.map(({ how, _count }) => [HOW.word(how ?? -1), _count._all])),
    findings:
      session.findings === null
        ? null
        : Object.entries(countByCode(row)).map(([code, count]) => ({
            code,
            title: findKindWithCode(code)?.title ?? code,
            count,
          })),
  };
}

/** The blocks that the other session may have too: tool calls, or all texts. */
async function readLandmarks(db: Database, { sessionId }: Session, by: "call" | "text"): Promise<Landmark[]> {
  const rows = await db.block.findMany({
    where: { sessionId, ...(by === "call" && { kind: KIND.of("tool_call") }) },
    orderBy: { no: "asc" },
    take: LANDMARKS_MAX,
  });
  const blocks = rows.map(blockCodec.fromRow);
  const texts =
    by === "call"
      ? await readContents(db, sessionId, listArgumentHashes(blocks, blocks.length))
      : new Map<string, string>();
  const hints = buildBlockHints(blocks, texts);
  return blocks.flatMap((block, i) => {
    const content = makeContentKey(block);
    if (content === null) return [];
    return [
      {
        turn: block.createdTurn ?? 0,
        key: `${block.kind} ${block.toolName ?? ""} ${content}`,
        label: [block.label ?? block.toolName ?? block.kind.replaceAll("_", " "), hints[i] ?? ""]
          .filter((part) => part !== "")
          .join(" "),
      },
    ];
  });
}

function makeContentKey({ hash, text }: RowText): string | null {
  return hash ?? (text === null ? null : `text ${text}`);
}

/** What only one of two sessions had in its window at an aligned step. @throws AppError `not_found` */
export async function compareWindows(
  db: Database,
  project: string,
  ids: { readonly a: string; readonly b: string },
  turns: { readonly a: number; readonly b: number },
): Promise<StepWindows> {
  const [first, second] = await Promise.all([
    findSession(db, project, ids.a),
    findSession(db, project, ids.b),
  ]);
  const [left, right] = await Promise.all([
    readStandingAt(db, first.sessionId, turns.a),
    readStandingAt(db, second.sessionId, turns.b),
  ]);
  const [keysA, keysB] = [new Set(left.map(({ key }) => key)), new Set(right.map(({ key }) => key))];
  const [onlyA, onlyB, madeA, madeB] = await Promise.all([
    readNamedTexts(db, first.sessionId, left, (block) => !keysB.has(block.key)),
    readNamedTexts(db, second.sessionId, right, (block) => !keysA.has(block.key)),
    readMadeAt(db, first.sessionId, turns.a),
    readMadeAt(db, second.sessionId, turns.b),
  ]);
  return { ...turns, both: left.length - onlyA.length, onlyA, onlyB, madeA, madeB };
}

const MADE_KINDS = ["assistant_text", "tool_call"] as const;
const MADE_MAX = 8;
const MADE_CHARS_MAX = 1_200;

/** What the model answered at a turn: its text and its calls, each from its beginning. */
async function readMadeAt(db: Database, sessionId: string, turn: number): Promise<MadeText[]> {
  const rows = await db.block.findMany({
    where: { sessionId, createdTurn: turn, kind: { in: MADE_KINDS.map((kind) => KIND.of(kind)) } },
    orderBy: { no: "asc" },
    take: MADE_MAX,
  });
  const blocks = rows.map(blockCodec.fromRow);
  const hashes = blocks.flatMap(({ hash }) => hash ?? []);
  const texts = await readContents(db, sessionId, [...new Set(hashes)]);
  return blocks.map(({ id, kind, toolName, text, hash }) => {
    const whole = text ?? texts.get(hash ?? "") ?? null;
    return {
      blockId: id,
      kind,
      name: toolName,
      text: whole === null ? null : whole.slice(0, MADE_CHARS_MAX).toWellFormed(),
      isCut: (whole?.length ?? 0) > MADE_CHARS_MAX,
    };
  });
}

/** How many blocks that no call explains are named by their first words. Their contents can be long. */
const WORDED_MAX = 60;

interface Standing {
  readonly key: string;
  readonly block: StoredBlock;
  readonly residency: StoredResidency;
}

async function readStandingAt(db: Database, sessionId: string, turn: number): Promise<Standing[]> {
  const rows = await db.residency.findMany({
    where: { sessionId, fromTurn: { lte: turn }, OR: [{ toTurn: null }, { toTurn: { gte: turn } }] },
    orderBy: { rank: "asc" },
  });
  const residencies = rows.map(residencyCodec.fromRow);
  const found = await readBlocksByNo(
    db,
    sessionId,
    residencies.map(({ block }) => block),
  );
  return residencies.flatMap((residency) => {
    const block = found.get(residency.block);
    if (block === undefined) return [];
    const shownVersion = residency.hash === null && residency.text === null ? block : residency;
    return [
      {
        key: `${block.kind} ${makeContentKey(shownVersion) ?? `${sessionId} ${block.no}`}`,
        block,
        residency,
      },
    ];
  });
}

async function readNamedTexts(
  db: Database,
  sessionId: string,
  window: readonly Standing[],
  isChosen: (standing: Standing) => boolean,
): Promise<StandingText[]> {
  const blocks = window.map(({ block }) => block);
  const chosen = window.filter(isChosen);
  const wordless = chosen
    .filter(({ block }) => block.toolCallId === null && block.text === null && block.hash !== null)
    .toSorted((a, b) => (b.residency.tokens ?? 0) - (a.residency.tokens ?? 0))
    .slice(0, WORDED_MAX)
    .map(({ block }) => block.hash ?? "");
  const texts = await readContents(db, sessionId, [
    ...new Set([...listArgumentHashes(blocks, blocks.length), ...wordless]),
  ]);
  const hints = new Map(buildBlockHints(blocks, texts).map((hint, i) => [blocks[i]?.no, hint]));
  return chosen.map(({ block, residency }) => ({
    blockId: block.id,
    kind: block.kind,
    name: block.label ?? block.toolName,
    hint: hints.get(block.no) ?? "",
    tokens: residency.tokens,
    provenance: residency.provenance,
  }));
}
