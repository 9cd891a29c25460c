import { AUDIT_ROWS } from "@/lib/core/audit/rows";
import { groupBy } from "@/lib/core/group-by";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { projectModels } from "@/lib/db/model-settings";
import type { UsageSum } from "../list-costs";
import { CALLED_MODEL, costOfSums, MODELS_MAX, pricesOf, usageSums } from "../list-costs";
import type { Audit } from "./answer";

const MODEL = Prisma.raw(CALLED_MODEL);

export async function spendingOf(
  db: Database,
  project: string,
  sample: Prisma.Sql,
): Promise<Audit["spending"]> {
  const [settings, called] = await Promise.all([
    projectModels(db, project),
    db.$queryRaw<{ model: string | null }[]>`
      SELECT ${MODEL} AS model FROM turn t JOIN session s USING (session_id)
        JOIN ${sample} AS sample USING (session_id)
      GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${MODELS_MAX}`,
  ]);
  const prices = pricesOf(called, settings);
  const rows = await db.$queryRaw<UsageSum[]>`
    SELECT ${usageSums(prices)} FROM turn t JOIN session s USING (session_id)
      JOIN ${sample} AS sample USING (session_id)
    GROUP BY 1, long, t.input IS NULL ORDER BY 1, long, t.input IS NULL`;
  const models = [...groupBy(rows, ({ model }) => model)].map(([model, own]) => ({
    model,
    calls: own.reduce((sum, { calls }) => sum + calls, 0),
    ...costOfSums(own, prices),
  }));
  return {
    ...costOfSums(rows, prices),
    models: models.toSorted((a, b) => b.calls - a.calls).slice(0, AUDIT_ROWS),
  };
}
