import { describe, expect, it } from "vitest";
import { rewriteOverSessions } from "./reachable";
import { KEEP_PLAN } from "./keep-plan";

const ROWS = (table: string, no: number) =>
  `${table} AS NOT MATERIALIZED (SELECT * FROM public.${table} WHERE session_id = ANY($${no}::uuid[]))`;

describe("a statement over some sessions", () => {
  it("reads its tables as far as these sessions go", () => {
    expect(
      rewriteOverSessions(
        "SELECT 1 FROM turn t JOIN session s USING (session_id) WHERE s.project_id = $1",
        2,
      ),
    ).toBe(
      `WITH ${ROWS("turn", 2)}, ${ROWS("session", 2)} SELECT 1 FROM turn t JOIN session s USING (session_id) WHERE s.project_id = $1`,
    );
  });

  it("keeps the tables that it names itself, and the plan of none", () => {
    expect(
      rewriteOverSessions(`${KEEP_PLAN}WITH mine AS (SELECT * FROM finding) SELECT 1 FROM mine`, 1),
    ).toBe(`WITH ${ROWS("finding", 1)}, mine AS (SELECT * FROM finding) SELECT 1 FROM mine`);
  });

  it("is another one only where it reads rows of sessions", () => {
    expect(rewriteOverSessions("SELECT 1 FROM project JOIN session_thing USING (id)", 1)).toBeNull();
  });
});
