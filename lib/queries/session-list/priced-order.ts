import { z } from "zod";
import type { Database } from "@/lib/db/client";
import type { Prisma, Session as SessionRow } from "@/lib/db/generated/client";
import { SESSIONS_PRICED_MAX } from "@/lib/api/endpoints/sessions";
import type { SessionCost } from "../session/list-costs";
import { listCosts } from "../session/list-costs";
import type { ListedRows } from "./listed-rows";
import { makeForeignCursorError } from "./listed-rows";

export type PricedSort = "cost" | "latency";

/** Amounts are compared within one currency. Unknown amounts come last. */
type Place = readonly [currency: string, amount: number | null, key: string];

const placeSchema = z.tuple([z.string().max(20), z.number().nullable(), z.guid()]);

/**
 * By cost or by duration per call. Both depend on prices that a project can change at any time, so they are
 * computed for each answer, for the newest SESSIONS_PRICED_MAX sessions that match.
 */
export async function readPricedRows(
  db: Database,
  project: string,
  where: Prisma.SessionWhereInput,
  asked: { sort: PricedSort; order: "asc" | "desc"; limit: number; cursor?: string | undefined },
): Promise<ListedRows> {
  const from = asked.cursor === undefined ? null : readPlace(asked.cursor);
  const newest = await db.session.findMany({
    where,
    select: { sessionId: true },
    orderBy: [{ updatedAt: "desc" }, { sessionId: "asc" }],
    take: SESSIONS_PRICED_MAX,
  });
  const keys = newest.map(({ sessionId }) => sessionId);
  const costs = await listCosts(db, project, keys);
  const sign = asked.order === "asc" ? 1 : -1;
  const places = keys
    .map((key) => placeOf(key, costs.get(key), asked.sort))
    .filter((place) => from === null || compare(place, from, sign) > 0)
    .toSorted((a, b) => compare(a, b, sign));
  const page = places.slice(0, asked.limit);
  const last = page.at(-1);
  return {
    rows: await readRowsInOrder(
      db,
      page.map(([, , key]) => key),
    ),
    nextCursor: places.length > page.length && last !== undefined ? writePlace(last) : null,
  };
}

function placeOf(key: string, cost: SessionCost | undefined, sort: PricedSort): Place {
  if (sort === "latency") return ["", cost?.callMs ?? null, key];
  const [first] = cost?.costs ?? [];
  return [first?.currency ?? "", first?.total ?? null, key];
}

function compare(a: Place, b: Place, sign: 1 | -1): number {
  if ((a[1] === null) !== (b[1] === null)) return a[1] === null ? 1 : -1;
  if (a[0] !== b[0]) return a[0] < b[0] ? -1 : 1;
  const byAmount = sign * ((a[1] ?? 0) - (b[1] ?? 0));
  return byAmount !== 0 ? byAmount : a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0;
}

async function readRowsInOrder(db: Database, keys: readonly string[]): Promise<SessionRow[]> {
  const rows = await db.session.findMany({ where: { sessionId: { in: [...keys] } } });
  const byKey = new Map(rows.map((row) => [row.sessionId, row]));
  // A session may be deleted between the two reads.
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

function writePlace(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

function readPlace(text: string): Place {
  try {
    return placeSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  } catch {
    throw makeForeignCursorError();
  }
}
