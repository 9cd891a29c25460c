import type { ModelSetting } from "@/lib/core/models/model-settings";
import type { Queryable } from "@/lib/db/client";
import type { Alongside } from "@/lib/db/log/append";
import type { StoredSessionRow, WrittenSession } from "@/lib/db/log/plan-session";
import type { GrowthToWrite } from "@/lib/db/log/write-together";
import { lockWriter } from "@/lib/db/writer-locks";
import { asLogged } from "./as-logged";
import { derivationStamp } from "./derivation-stamp";
import type { LiveFold } from "./fold-cache";
import { isCurrent, keepFold, takeFold } from "./fold-cache";

export class DeriveWritten implements Alongside {
  private readonly next = new Map<string, { readonly life: string; readonly fold: LiveFold }>();

  constructor(
    private readonly project: string,
    private readonly models: readonly ModelSetting[],
  ) {}

  lock(tx: Queryable, keys: readonly string[]): Promise<void> {
    return lockWriter(tx, "derivation", keys);
  }

  follow(written: WrittenSession, row: StoredSessionRow): GrowthToWrite | null {
    const { key, life, firstSeq, bodies, superseded } = written;
    const at = takeFold(life);
    if (at === undefined) return null;
    const stamp = derivationStamp(row.superseded, this.models);
    const holds = row.derived_seq === firstSeq && at.position.seq === firstSeq && row.derived_stamp === stamp;
    if (!holds || superseded.length > 0 || !isCurrent(at, row.superseded, this.models)) {
      keepFold(life, at);
      return null;
    }
    if (!at.fold.add(asLogged(written))) return null;
    const seq = firstSeq + bodies.length;
    const position = { seq, window: written.window?.entries ?? at.position.window };
    this.next.set(key, { life, fold: { ...at, position } });
    return { from: { project: this.project, key, seq, stamp }, growth: at.fold.growth() };
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
