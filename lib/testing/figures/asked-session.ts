import { getPlan as planRoute } from "@/lib/api/endpoints/plan";
import { getWindow as windowRoute } from "@/lib/api/endpoints/window";
import type { Database } from "@/lib/db/client";
import { getPlan } from "@/lib/queries/findings/get-plan";
import { listFindings } from "@/lib/queries/findings/list-findings";
import { freeze } from "@/lib/queries/incidents/freeze";
import { getSession } from "@/lib/queries/session/get-session";
import { listCompactions } from "@/lib/queries/session/list-compactions";
import { listEvictions } from "@/lib/queries/session/list-evictions";
import { readLanes as laneColumns } from "@/lib/queries/session/list-lanes";
import { getWindow } from "@/lib/queries/turn/get-window";
import type { SessionAnalysis } from "@/lib/pipeline/analyse/analysis";
import { decodeLanes } from "@/lib/view/lanes/decode";
import { makeStill } from "./still-database";

const MANY = 100_000;
const ENTRIES_MAX = 5_000;
const WHOLE = { turn: null, axis: "turns", compress: false } as const;

/** An analysed session that changes no more. Each answer about it is asked for once, however many places state it. */
export class AskedSession {
  readonly db: Database;
  readonly #windows = new Map<number, ReturnType<typeof getWindow>>();

  /** @param id as addresses have it */
  constructor(
    db: Database,
    readonly project: string,
    readonly id: string,
    readonly analysed: SessionAnalysis,
  ) {
    this.db = makeStill(db);
  }

  readonly getSession = askOnce(() => getSession(this.db, this.project, this.id));
  readonly listEvictions = askOnce(() =>
    listEvictions(this.db, this.project, this.id, { limit: MANY, offset: 0 }),
  );
  readonly listCompactions = askOnce(() => listCompactions(this.db, this.project, this.id));
  readonly listFindings = askOnce(() =>
    listFindings(this.db, this.project, this.id, { limit: MANY, offset: 0 }),
  );
  readonly getPlan = askOnce(() =>
    getPlan(this.db, this.project, this.id, planRoute.query.parse({ limit: ENTRIES_MAX })),
  );
  readonly getLaneColumns = askOnce(() =>
    laneColumns(this.db, this.project, this.id, { offset: 0, limit: MANY }),
  );
  readonly getLanes = askOnce(async () => decodeLanes(await this.getLaneColumns()));
  /** Of the whole session. */
  readonly freeze = askOnce(() => freeze(this.db, this.project, this.id, { incident: null }, WHOLE));

  getWindow(turn: number): ReturnType<typeof getWindow> {
    const query = windowRoute.query.parse({ limit: ENTRIES_MAX });
    const answer = this.#windows.get(turn) ?? getWindow(this.db, this.project, this.id, turn, query);
    this.#windows.set(turn, answer);
    return answer;
  }
}

function askOnce<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => (answer ??= ask());
}
