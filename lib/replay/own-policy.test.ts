import { afterAll, describe, expect, it } from "vitest";
import { hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus";
import { corpusRecordings } from "@/lib/testing/corpus-recordings";
import { corpusEntries } from "@/lib/testing/import-corpus";
import type { Recording } from "@/lib/core/trace/fold/recording";
import type { Session } from "@/lib/core/trace/session";
import { choosePolicy } from "./choose-policy";
import { compare } from "./comparison";
import { UNSEEN_ID } from "./fixed-part";

noteMissingCorpus("replays under the policy that a recording states");

/** What stands in each window and how, without the part that recordings do not show. */
function windowsOf({ blocks, residencies, turns }: Session): Map<number, string[]> {
  const last = turns.at(-1)?.index ?? 0;
  const windows = new Map(
    turns.filter(({ window }) => window.known).map(({ index }) => [index, [] as string[]]),
  );
  for (const { block, from, to, mode } of residencies) {
    const id = blocks[block]?.id ?? "";
    if (id === UNSEEN_ID) continue;
    for (let turn = from; turn <= (to ?? last); turn++) windows.get(turn)?.push(`${id} ${mode}`);
  }
  for (const window of windows.values()) window.sort();
  return windows;
}

function differingTurns(recording: Recording): number[] {
  const { policy } = recording.session.meta;
  if (policy == null) return [];
  const version = policy.version ?? undefined;
  const chosen = choosePolicy({
    kind: policy.kind,
    version,
    options: policy.options as Record<string, never>,
    pin: false,
    restore: false,
    recite: false,
  });
  if (!chosen.ok) throw new Error(`${policy.kind} is no policy that is known`);
  const replay = [...compare({ recording, plans: [], evidence: { edges: [] } }, [chosen])].at(-1)?.replay;
  const replayed = replay == null ? new Map<number, string[]>() : windowsOf(replay.session);
  return [...windowsOf(recording.session)].flatMap(([turn, entries]) =>
    entries.join("\n") === (replayed.get(turn) ?? []).join("\n") ? [] : turn,
  );
}

describe.skipIf(!hasCorpus)("a real session that states its policy", () => {
  let compared = 0;
  it.each(hasCorpus ? corpusEntries().map(({ entry }) => [entry]) : [])(
    "differs from a replay under it in no turn: %s",
    async (entry) => {
      for (const recording of await corpusRecordings(entry)) {
        if (recording.session.meta.policy == null) continue;
        expect(differingTurns(recording)).toEqual([]);
        compared++;
      }
    },
  );
  afterAll(() => expect(compared).toBeGreaterThan(2));
});
