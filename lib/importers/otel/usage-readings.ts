import { assertInOrder } from "./belongs-earlier";
import type { Call } from "./calls";
import { groupBy } from "@/lib/core/group-by";
import { nameClient } from "@/lib/core/models/find-model";
import { findCacheReading } from "../shared/cached-input";
import { readCallsOneWay } from "./spans/usage";

/** The input totals of one client in a session are read in one way. */
export class UsageReadings {
  private readonly known = new Map<string, { areApart: boolean; hasEither: boolean }>();

  /** @throws BelongsEarlier when totals of earlier calls must now be read in another way */
  read(calls: readonly Call[]): Call[] {
    const clients = groupBy(
      calls,
      ({ place, model, parts: [part] }) => `${place.session}\0${part?.record.scope}\0${nameClient(model)}`,
    );
    return [...clients].flatMap(([client, mine]) => {
      const before = this.known.get(client) ?? { areApart: false, hasEither: false };
      const areApart = before.areApart || mine.some(({ usage }) => findCacheReading(usage) === "apart");
      assertInOrder(!areApart || before.areApart || !before.hasEither);
      const hasEither = before.hasEither || mine.some(({ usage }) => findCacheReading(usage) === "either");
      this.known.set(client, { areApart, hasEither });
      return readCallsOneWay(mine, areApart);
    });
  }
}
