import type { StepOf } from "@/lib/access/step-of";
import type { JudgeRecord, JudgeStore } from "@/lib/judge/ask";
import { CURABLE } from "@/lib/judge/ask";
import { whileThere } from "@/lib/db/sessions/while-there";
import { SEVERITY } from "@/lib/db/derived/codes";
import type { JudgeSettings } from "@/lib/judge/judge-settings";
import { formatDay } from "@/lib/judge/judge-tasks";
import { recordOfRow } from "@/lib/queries/findings/judge-record";

/** Keeps the answers of a session in the database. Equal questions of other sessions of the project are not asked again. */
export function makeJudgeStore({
  ctx: { db, project },
  input: {
    session,
    settings: { callsPerDay, tokensPerDay },
  },
}: StepOf<
  "db" | "project",
  { readonly session: string; readonly settings: Pick<JudgeSettings, "callsPerDay" | "tokensPerDay"> }
>): JudgeStore {
  return {
    async known(hash) {
      const row = await db.judgeAnswer.findFirst({
        where: { projectId: project, hash, OR: [{ why: null }, { why: { notIn: [...CURABLE] } }] },
      });
      return row === null ? null : recordOfRow(row);
    },
    keep: write,
    async reserve(tokens) {
      const taken = await db.$queryRawUnsafe<object[]>(
        `INSERT INTO judge_spend (project_id, day, calls, tokens)
         SELECT $1, $2, 1, $3::bigint WHERE $4::int >= 1 AND $5::bigint >= $3::bigint
         ON CONFLICT (project_id, day) DO UPDATE SET calls = judge_spend.calls + 1, tokens = judge_spend.tokens + $3::bigint
         WHERE judge_spend.calls + 1 <= $4::int AND judge_spend.tokens + $3::bigint <= $5::bigint RETURNING calls`,
        project,
        formatDay(new Date()),
        tokens,
        callsPerDay,
        tokensPerDay,
      );
      return taken.length > 0;
    },
    async settle(reserved, used) {
      await db.judgeSpend.updateMany({
        where: { projectId: project, day: formatDay(new Date()) },
        data: { tokens: { increment: used - reserved } },
      });
    },
  };

  async function write({ hash, severity, quotes, more, tokens, ...said }: JudgeRecord): Promise<void> {
    const data = {
      ...said,
      projectId: project,
      severity: severity === null ? null : SEVERITY.of(severity),
      quotes: quotes.map((one) => ({ ...one })),
      more: more as object,
      inputTokens: tokens.input,
      outputTokens: tokens.output,
      stands: true,
    };
    const where = { sessionId_hash: { sessionId: session, hash } };
    const create = { sessionId: session, hash, ...data };
    await whileThere(db, session, (tx) => tx.judgeAnswer.upsert({ where, create, update: data }));
  }
}
