import { findKey } from "@/lib/access/find-key";
import { newKeyText } from "@/lib/access/key-text";
import { getDatabase } from "@/lib/db/client";
import { hold, note, measureMs } from "./report";

/**
 * The cost of finding a request's key with a thousand and with a million keys. The search uses an index, so
 * the cost must not grow with them.
 */
const FEW = 1_000;
const MANY = 1_000_000;
const LOOKUPS = 2_000;
const GROWTH_MAX = 3;

const db = getDatabase();
const wanted = newKeyText();
await db.apiKey.create({
  data: {
    id: "wanted",
    projectId: "bench",
    name: "wanted",
    prefix: wanted.prefix,
    hash: wanted.hash,
    scopes: ["read"],
  },
});

async function addKeys(from: number, to: number): Promise<void> {
  await db.$executeRawUnsafe(
    `INSERT INTO api_key (id, project_id, name, prefix, hash, scopes)
     SELECT 'key-' || i, 'bench', 'key', 'sgk_', encode(sha256(i::text::bytea), 'hex'), '{read}' FROM generate_series($1::int, $2::int) AS i`,
    from,
    to,
  );
  await db.$executeRawUnsafe("ANALYZE api_key");
}

/** Half of the searches find their key. */
async function measureLookup(): Promise<number> {
  const ms = await measureMs(async () => {
    for (let i = 0; i < LOOKUPS; i++) await findKey(db, i % 2 === 0 ? wanted.text : `${wanted.text}${i}`);
  });
  return ms / LOOKUPS;
}

await addKeys(1, FEW);
await measureLookup();
const few = await measureLookup();
await addKeys(FEW + 1, MANY);
const many = await measureLookup();
note(`one of ${FEW.toLocaleString("en")} keys`, `${few.toFixed(3)} ms`);
note(`one of ${MANY.toLocaleString("en")} keys`, `${many.toFixed(3)} ms`);
hold({
  what: "finding a key among a million, as a multiple of a thousand",
  value: many / few,
  atMost: GROWTH_MAX,
});
await db.$disconnect();
