import type { MaskTexts } from "@/lib/judge/prepare";
import type { Database } from "@/lib/db/client";
import { getRedactionRules } from "@/lib/queries/shares/redaction-rules";
import { maskTexts } from "@/lib/redaction/mask";

/** Masks what a share of the project would mask. */
export async function projectMask(db: Database, project: string): Promise<MaskTexts> {
  const rules = await getRedactionRules(db, project);
  return async (texts) => {
    const placed = texts.map((text, i) => ({ place: `block ${i}`, text }));
    return (await maskTexts(placed, { rules, reveal: new Set() })).masked;
  };
}
