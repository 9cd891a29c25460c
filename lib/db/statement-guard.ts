import type { Place } from "./places";

/** What the guard knows of a statement. */
export interface SentStatement {
  /** The place that the statement needs; `null` where it needs no node but the coordinator. */
  readonly place: Place | null;
  /** Whether it ends a transaction, and so needs the nodes of all statements of it. */
  readonly isEnd?: boolean;
}

/** What the guard needs to know of the database. */
export interface Cluster {
  /** Ids of the nodes that do not answer; `null` where there is a single server. */
  silentNodes(): Promise<readonly number[] | null>;
  /** The ids of the nodes of some keys of a table. */
  nodesOf(table: string, keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

interface Waiting extends SentStatement {
  readonly since: number;
  readonly giveUp: (error: Error) => void;
}

export class NodeHangs extends Error {
  readonly code = "08006";

  constructor() {
    super("the remote node does not answer");
  }
}

const TICK_MS = 500;
/** A statement that waits so long is a reason to look at the nodes. */
const LOOK_AFTER_MS = 2_000;
/** Results of looks hold for as long. */
const LOOK_EVERY_MS = 2_000;
/** A loaded node may miss one look. */
const LOOKS_MIN = 2;
const GIVE_UP_MS = 3_000;
/** The time after which statements are given up whose nodes all answer, as far as that can be told. */
const GIVE_UP_LATE_MS = 10_000;
const SERVER_HOLDS_MS = 60_000;
const PLACES_MAX = 20_000;

/** The table whose rows tell the nodes of the keys of each kind. */
const TABLES = { session: "session", stream: "raw_record" } as const;

/**
 * Keeps a process going while a node of its cluster hangs: takes connections and never answers. A statement that waits for it
 * would wait until it is back, and hold its connection. So from then on statements that need the node fail at once, and those
 * that wait already are given up with their connections.
 */
export class StatementGuard {
  private readonly waiting = new Set<Waiting>();
  private readonly places = new Map<string, number>();
  private silent: ReadonlySet<number> = new Set();
  private looksFailed = 0;
  private looking = false;
  private lookFrom = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly cluster: Cluster,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Sends a statement.
   * @param giveUp ends its connection
   * @throws NodeHangs when it needs a node that hangs
   */
  send<T>(statement: SentStatement, run: () => Promise<T>, giveUp: (error: Error) => void): Promise<T> {
    if (this.silent.size === 0) return this.watchStatement(statement, run, giveUp);
    return this.needsSilent(statement).then((needs) => {
      if (needs) throw new NodeHangs();
      return this.watchStatement(statement, run, giveUp);
    });
  }

  private watchStatement<T>(
    statement: SentStatement,
    run: () => Promise<T>,
    giveUp: Waiting["giveUp"],
  ): Promise<T> {
    const waiting: Waiting = { ...statement, giveUp, since: this.now() };
    this.waiting.add(waiting);
    this.timer ??= setInterval(() => void this.checkWaiting(), TICK_MS).unref();
    return run().finally(() => this.waiting.delete(waiting));
  }

  /** Looks at the nodes when there is a reason to, and gives up what waits for those that hang. */
  async checkWaiting(): Promise<void> {
    if (this.waiting.size === 0 && this.silent.size === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
      return;
    }
    if (this.looking) return;
    this.looking = true;
    try {
      if (this.isLookDue()) await this.look();
      await this.giveUp();
    } catch {
      // The database itself is away: its statements fail by themselves.
    } finally {
      this.looking = false;
    }
  }

  private isLookDue(): boolean {
    if (this.now() < this.lookFrom) return false;
    const isLate = ({ since }: Waiting) => this.now() - since >= LOOK_AFTER_MS;
    return this.silent.size > 0 || this.looksFailed > 0 || [...this.waiting].some(isLate);
  }

  private async look(): Promise<void> {
    this.lookFrom = this.now() + LOOK_EVERY_MS;
    const silent = await this.cluster.silentNodes();
    if (silent === null) this.lookFrom = this.now() + SERVER_HOLDS_MS;
    this.looksFailed = silent === null || silent.length === 0 ? 0 : this.looksFailed + 1;
    if (this.looksFailed >= LOOKS_MIN) this.silent = new Set(silent);
    if (this.looksFailed > 0) return;
    this.silent = new Set();
    this.places.clear();
  }

  private async giveUp(): Promise<void> {
    if (this.silent.size === 0) return;
    for (const waiting of [...this.waiting]) {
      const ms = this.now() - waiting.since;
      if (ms < GIVE_UP_MS) continue;
      const isOver =
        waiting.isEnd === true ||
        (await this.needsSilent(waiting)) ||
        (ms >= GIVE_UP_LATE_MS && waiting.place !== null);
      if (isOver && this.waiting.delete(waiting)) waiting.giveUp(new NodeHangs());
    }
  }

  private async needsSilent({ place }: SentStatement): Promise<boolean> {
    if (place === null || place === "everywhere") return place !== null;
    const table = TABLES[place.of];
    const unknown = place.keys.filter((key) => !this.places.has(`${table} ${key}`));
    if (this.places.size + unknown.length > PLACES_MAX) this.places.clear();
    if (unknown.length > 0)
      for (const [key, node] of await this.cluster.nodesOf(table, unknown))
        this.places.set(`${table} ${key}`, node);
    return place.keys.some((key) => this.silent.has(this.places.get(`${table} ${key}`) ?? 0));
  }
}
