import type { Queryable } from "../client";

export interface BlockText {
  readonly no: number;
  readonly hash: string;
  readonly text: () => string | null;
}

export const TEXT_TABLE = "block_text";
/** Only the start of a text is indexed, because PostgreSQL bounds the size of a text's index entry. */
const INDEXED_CHARS = 200_000;
const CHARS_PER_STATEMENT = 4_000_000;

/** Writes a session's texts to PostgreSQL's full-text index. Only new and changed texts are read. */
export async function replaceBlockTexts(
  tx: Queryable,
  session: string,
  texts: readonly BlockText[],
): Promise<void> {
  const known = await tx.$queryRawUnsafe<{ no: number; hash: string }[]>(
    `SELECT no, hash FROM ${TEXT_TABLE} WHERE session_id = $1::uuid`,
    session,
  );
  const stands = new Map(known.map(({ no, hash }) => [no, hash]));
  const wanted = new Map(texts.map((text) => [text.no, text]));
  const outdated = known.filter(({ no, hash }) => wanted.get(no)?.hash !== hash).map(({ no }) => no);
  if (outdated.length > 0)
    await tx.$executeRawUnsafe(
      `DELETE FROM ${TEXT_TABLE} WHERE session_id = $1::uuid AND no = ANY($2::int[])`,
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
        `INSERT INTO ${TEXT_TABLE} (session_id, no, hash, words)
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

/** A text in the form that PostgreSQL accepts: bounded, without characters that it cannot store. */
export function searchable(text: string): string {
  return text.slice(0, INDEXED_CHARS).replaceAll("\0", " ").toWellFormed();
}
