import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { Database } from "@/lib/db/client";
import { KIND } from "@/lib/db/derived/codes";
import type { Block as BlockRow } from "@/lib/db/generated/client";
import { readContents } from "@/lib/db/log/read";
import { hexOfUuid, uuidOfHex } from "@/lib/db/session-id";
import { hashesToRead, textOf } from "@/lib/queries/standing-rows";
import { referenceText } from "@/lib/runtime/reference";
import { resultId } from "@/lib/runtime/scene";
import type { RememberedNeed } from "@/lib/runtime/validate";
import type { AskedSession } from "./asked-session";
import { keptBlockPrefix } from "./record";

/** What a session knows of the needs of a step. */
export interface RememberedNeeds {
  readonly blocks: readonly BlockStatement[];
  readonly needs: ReadonlyMap<string, RememberedNeed>;
}

const NEEDS_MAX = 200;

/** Looks up what steps need: the results and their calls with their texts, when they last stood, where they are kept. */
export async function rememberedNeeds(
  db: Database,
  session: AskedSession,
  needs: readonly string[],
): Promise<RememberedNeeds> {
  const asked = [...new Set(needs)].slice(0, NEEDS_MAX);
  const rows = await blocksNamed(db, session, asked);
  const [texts, stays] = await Promise.all([
    readContents(db, session.key, hashesToRead(rows.map((block) => ({ block, residency: null })))),
    db.residency.findMany({
      where: { sessionId: session.key, block: { in: rows.map(({ no }) => no) } },
      orderBy: { no: "asc" },
      select: { block: true, toTurn: true, fromTurn: true },
    }),
  ]);
  const newest = await newestTurn(db, session);
  const known = new Map<string, RememberedNeed>();
  for (const need of asked) {
    const row = rows.find((one) => isNamed(one, need));
    const kept = row === undefined ? await keptHash(db, session, need) : null;
    if (row === undefined && kept === null) continue;
    const stay = stays.filter((one) => one.block === row?.no).at(-1);
    const hash = kept ?? (row?.hash == null ? null : hexOfUuid(row.hash));
    const block = hash ?? (row?.text == null ? null : row.id);
    known.set(need, {
      reference: block === null ? null : referenceText({ session: session.publicId, block }),
      lastSeen:
        stay === undefined || row === undefined ? null : { turn: stay.toTurn ?? newest, block: row.id },
    });
  }
  return { blocks: rows.map((row) => statementOf(row, textOf(row, null, texts))), needs: known };
}

async function blocksNamed(
  db: Database,
  session: AskedSession,
  asked: readonly string[],
): Promise<BlockRow[]> {
  const named = [...asked];
  const calls = named.map((need) => need.replace(/^(result|call):/, ""));
  const rows = await db.block.findMany({
    where: {
      sessionId: session.key,
      OR: [
        { id: { in: named } },
        { toolCallId: { in: calls }, kind: { in: [KIND.of("tool_call"), KIND.of("tool_result")] } },
      ],
    },
    orderBy: { no: "asc" },
    take: NEEDS_MAX * 2,
  });
  return rows;
}

/** A result comes before its call: what a step needs of a call is what it gave. */
function isNamed({ id, toolCallId, kind }: BlockRow, need: string): boolean {
  if (id === need) return true;
  return kind === KIND.of("tool_result") && (toolCallId === need || id === resultId(need));
}

/** The content hash of a text that was kept and is not derived yet; `null` where none is. */
async function keptHash(db: Database, session: AskedSession, need: string): Promise<string | null> {
  for (const id of [need, resultId(need)]) {
    const [row] = await db.$queryRawUnsafe<{ id: string }[]>(
      "SELECT id FROM event WHERE session_id = $1::uuid AND starts_with(id, $2::text) ORDER BY seq DESC LIMIT 1",
      session.key,
      keptBlockPrefix(id),
    );
    if (row !== undefined) return row.id.slice(keptBlockPrefix(id).length);
  }
  return null;
}

async function newestTurn(db: Database, { key }: AskedSession): Promise<number> {
  const { _max } = await db.turn.aggregate({ where: { sessionId: key }, _max: { turn: true } });
  return _max.turn ?? 0;
}

function statementOf(row: BlockRow, text: string | undefined): BlockStatement {
  return {
    id: row.id,
    kind: KIND.word(row.kind),
    ...(text !== undefined && { content: text }),
    ...(row.toolName !== null && { toolName: row.toolName }),
    ...(row.toolCallId !== null && { toolCallId: row.toolCallId }),
  };
}

/** Which of some content hashes a session has texts for. */
export async function hasContents(
  db: Database,
  { key }: Pick<AskedSession, "key">,
  hashes: readonly string[],
): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db.$queryRawUnsafe<{ hash: string }[]>(
    "SELECT hash FROM content WHERE session_id = $1::uuid AND hash = ANY($2::uuid[])",
    key,
    hashes.map(uuidOfHex),
  );
  return new Set(rows.map(({ hash }) => hexOfUuid(hash)));
}
