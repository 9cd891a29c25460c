import type { Queryable } from "../client";

/** A text that can be searched, by its block. `hash` tells whether it is the one that is indexed already. */
export interface BlockText {
  readonly no: number;
  readonly hash: string;
  readonly text: () => string | null;
}

const TABLE = "block_text";
/** How far into a text is searched: what PostgreSQL keeps of one has a bound. */
const INDEXED_CHARS = 200_000;
const CHARS_PER_STATEMENT = 4_000_000;

/** Keeps the words of a session's texts, as PostgreSQL searches them. Only texts that are new or others are read. */
export async function replaceBlockTexts(
  tx: Queryable,
  session: string,
  texts: readonly BlockText[],
): Promise<void> {
  const known = await tx.$queryRawUnsafe<{ no: number; hash: string }[]>(
    `SELECT no, hash FROM ${TABLE} WHERE session_id = $1::uuid`,
    session,
  );
  const stands = new Map(known.map(({ no, hash }) => [no, hash]));
  const wanted = new Map(texts.map((text) => [text.no, text]));
  const outdated = known.filter(({ no, hash }) => wanted.get(no)?.hash !== hash).map(({ no }) => no);
  if (outdated.length > 0)
    await tx.$executeRawUnsafe(
      `DELETE FROM ${TABLE} WHERE session_id = $1::uuid AND no = ANY($2::int[])`,
      session,
      outdated,
    );
  await insert(
    tx,
    session,
    texts.filter(({ no, hash }) => stands.get(no) !== hash),
  );
}

async function insert(tx: Queryable, session: string, texts: readonly BlockText[]): Promise<void> {
  let slice: { no: number; hash: string; text: string }[] = [];
  let chars = 0;
  const write = async () => {
    if (slice.length > 0)
      await tx.$executeRawUnsafe(
        `INSERT INTO ${TABLE} (session_id, no, hash, words)
         SELECT $1::uuid, t.no, t.hash, to_tsvector('simple', t.text)
         FROM unnest($2::int[], $3::text[], $4::text[]) AS t (no, hash, text)`,
        session,
        slice.map(({ no }) => no),
        slice.map(({ hash }) => hash),
        slice.map(({ text }) => text),
      );
    [slice, chars] = [[], 0];
  };
  for (const { no, hash, text } of texts) {
    const searched = searchable(text() ?? "");
    slice.push({ no, hash, text: searched });
    chars += searched.length;
    if (chars >= CHARS_PER_STATEMENT) await write();
  }
  await write();
}

/** A text as PostgreSQL takes it: bounded, without what it cannot hold. */
export function searchable(text: string): string {
  return text.slice(0, INDEXED_CHARS).replaceAll("\0", " ").toWellFormed();
}
