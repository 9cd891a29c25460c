import type { ModelSetting } from "@/lib/core/models/model-settings";
import type { Queryable } from "@/lib/db/client";
import { writeDerived } from "@/lib/db/derived/write";
import type { Alongside } from "@/lib/db/log/append";
import type { StoredSessionRow, WrittenSession } from "@/lib/db/log/plan-session";
import type { SessionNotice } from "@/lib/db/notices";
import { announce } from "@/lib/db/notices";
import { lockWriter } from "@/lib/db/writer-locks";
import { asLogged } from "./as-logged";
import { derivationStamp } from "./derivation-stamp";
import type { LiveFold } from "./fold-cache";
import { isCurrent, keepFold, takeFold } from "./fold-cache";

export class DeriveWritten implements Alongside {
  private readonly notices: SessionNotice[] = [];
  private readonly next = new Map<string, { readonly life: string; readonly fold: LiveFold }>();

  constructor(
    private readonly project: string,
    private readonly models: readonly ModelSetting[],
  ) {}

  lock(tx: Queryable, keys: readonly string[]): Promise<void> {
    return lockWriter(tx, "derivation", keys);
  }

  async follow(tx: Queryable, written: WrittenSession, row: StoredSessionRow): Promise<void> {
    const { key, life, firstSeq, bodies, superseded } = written;
    const at = takeFold(life);
    if (at === undefined) return;
    const stamp = derivationStamp(row.superseded, this.models);
    const holds = row.derived_seq === firstSeq && at.position.seq === firstSeq && row.derived_stamp === stamp;
    if (!holds || superseded.length > 0 || !isCurrent(at, row.superseded, this.models))
      return keepFold(life, at);
    if (!at.fold.add(asLogged(written))) return;
    const seq = firstSeq + bodies.length;
    const growth = at.fold.growth();
    const from = { project: this.project, key, seq, stamp };
    const notice = await writeDerived(tx, from, growth, growth.anew ? "rows that give way" : "rows");
    if (notice !== null) this.notices.push(notice);
    const position = { seq, window: written.window?.entries ?? at.position.window };
    this.next.set(key, { life, fold: { ...at, position } });
  }

  async end(tx: Queryable): Promise<void> {
    await announce(tx, ...this.notices);
  }

  /**
   * Call it after the commit.
   * @returns the keys of the derived sessions
   */
  committed(): ReadonlySet<string> {
    for (const { life, fold } of this.next.values()) keepFold(life, fold);
    return new Set(this.next.keys());
  }
}
