import { groupBy } from "@/lib/core/group-by";
import { CAUSE_FACTS, COMPACTION_FACTS } from "@/lib/core/trace/cause-facts";
import { stateAgain } from "@/lib/core/trace/fact";
import type { Compaction, Eviction, Session, Turn } from "@/lib/core/trace/session";
import { USAGE_FACTS } from "@/lib/core/trace/usage-facts";
import type { Tokens } from "@/lib/core/units";
import { isOverWindow, replayWindow } from "./replay-figures";
import type { PricedCall } from "./priced-calls";
import { PricedCalls } from "./priced-calls";
import type { PriceTable } from "@/lib/core/models/prices";
import { RecordedWindows } from "./windows/recorded-windows";
import { makeReplayId, ReplayWriter } from "./replay-writer";
import type { Replay, ReplayTurn } from "./setup";
import type { ReplaySource } from "./windows/source";

export const RECORDED = { kind: "recorded", version: "1", title: "As recorded", options: {} } as const;

/**
 * Replays a recording under its own policy. The windows are made again from what entered, changed, moved and left at
 * each turn, with the causes that the harness reported. The result must equal the recording. The residual of each turn
 * is what the recording does not show of its requests.
 */
export function replayRecorded(
  source: ReplaySource,
  setup: {
    prices?: PriceTable | undefined;
    budget?: Tokens | null | undefined;
    contextWindow?: Tokens | null | undefined;
  } = {},
): Replay {
  const { recording } = source;
  const { session } = recording;
  const writer = new ReplayWriter(source, makeReplayId(source, [RECORDED.kind]), true);
  writer.start({ ...RECORDED, ...describeOwnPolicy(session) }, []);
  const prices = new PricedCalls(recording, setup.prices);
  const budget = setup.budget ?? session.meta.budget;
  const windows = new RecordedWindows(recording);
  const evictions = groupBy(session.evictions, ({ turn }) => turn);
  const compactions = groupBy(session.compactions.entries(), ([, { turn }]) => turn);
  const series: ReplayTurn[] = [];
  for (const turn of session.turns) {
    const leftEvictions = evictions.get(turn.index) ?? [];
    for (const [number, compaction] of compactions.get(turn.index) ?? [])
      writeCompaction(
        writer,
        session,
        turn,
        compaction,
        leftEvictions.filter((eviction) => eviction.compaction === number),
      );
    writeCauses(writer, session, turn, leftEvictions);
    const edit = windows.advance(turn);
    for (const block of edit.definitions) writer.put("block.recorded", { at: null, turn: turn.index, block });
    const output = turn.output.flatMap(
      (block) =>
        windows.define(block) ?? [
          { id: session.blocks[block]?.id ?? "", kind: session.blocks[block]?.kind ?? "other" },
        ],
    );
    writer.turn(turn, {
      window: turn.window.known ? edit.window : undefined,
      output,
      windowProvenance: turn.windowProvenance,
      usage: turn.usage === null ? undefined : stateAgain(USAGE_FACTS, turn.usage),
    });
    if (!turn.window.known) {
      prices.skipUnknown(turn);
      continue;
    }
    const priced = prices.priceRecorded(turn, edit);
    const window = replayWindow(turn, session, setup.contextWindow);
    series.push(makeFigures(turn, edit.tokens, leftEvictions, priced, { budget, window }));
  }
  for (const block of windows.defineRest()) {
    const { createdTurn } = session.blocks.find(({ id }) => id === block.id) ?? { createdTurn: null };
    writer.put("block.recorded", { at: null, block, ...(createdTurn !== null && { turn: createdTurn }) });
  }
  writer.finish();
  const replayed = writer.fold();
  return {
    policy: RECORDED,
    recording: replayed,
    session: replayed.session,
    ledger: [],
    series,
    price: prices.total,
    summaryPrice: prices.summaries,
    events: writer.events,
    lastWindow: [],
    notes: prices.isMeasured ? [] : [ASSUMED_PRICES],
  };
}

/** The note of a replay without a bill to compare with, because no call states its usage. */
const ASSUMED_PRICES =
  "No call states its usage: prices are estimated from the sizes of the windows, with a prompt cache that loses nothing but by an edit, a pause or another model, for the recording and every policy alike.";

function describeOwnPolicy({ meta: { policy } }: Session) {
  return policy == null ? {} : { kind: policy.kind, version: policy.version ?? "", options: policy.options };
}

function writeCompaction(
  writer: ReplayWriter,
  session: Session,
  turn: Turn,
  compaction: Compaction,
  leftEvictions: readonly Eviction[],
): void {
  if (compaction.cause.provenance !== "reported") return;
  const { tokensBefore, tokensAfter, summaryBlock, cause } = compaction;
  const summary = session.blocks[summaryBlock ?? -1]?.id;
  writer.put("context.edited", {
    at: turn.at,
    turn: turn.index,
    how: "compacted",
    blocks: leftEvictions
      .filter((eviction) => eviction.cause.provenance === "reported" && eviction.reference === null)
      .map(({ block }) => session.blocks[block]?.id ?? ""),
    ...stateAgain(CAUSE_FACTS, cause),
    ...stateAgain(COMPACTION_FACTS, compaction),
    ...(tokensBefore.provenance === "measured" &&
      tokensBefore.value !== null && { tokensBefore: tokensBefore.value }),
    ...(tokensAfter.provenance === "measured" &&
      tokensAfter.value !== null && { tokensAfter: tokensAfter.value }),
    ...(summary !== undefined && { summaryBlock: summary }),
  });
}

function writeCauses(
  writer: ReplayWriter,
  session: Session,
  turn: Turn,
  leftEvictions: readonly Eviction[],
): void {
  for (const { block, how, cause, reference } of leftEvictions) {
    if (cause.provenance !== "reported") continue;
    writer.put("context.edited", {
      at: turn.at,
      turn: turn.index,
      how,
      blocks: [session.blocks[block]?.id ?? ""],
      ...stateAgain(CAUSE_FACTS, cause),
      ...(reference !== null && { reference }),
    });
  }
}

function makeFigures(
  turn: Turn,
  shownTokens: Tokens,
  leftEvictions: readonly Eviction[],
  priced: PricedCall,
  { budget, window }: { budget: Tokens | null; window: Tokens | null },
): ReplayTurn {
  const tokens = turn.window.tokens.value ?? shownTokens;
  return {
    turn: turn.index,
    at: turn.at,
    tokens,
    recorded: turn.window.tokens.value,
    residual: turn.window.tokens.value === null ? null : turn.window.tokens.value - shownTokens,
    evictions: leftEvictions.length,
    tokensFreed: leftEvictions.reduce((sum, { tokensFreed }) => sum + (tokensFreed ?? 0), 0),
    ...priced,
    summaryPrice: 0,
    overBudget: budget !== null && tokens > budget,
    overWindow: isOverWindow(tokens, window),
  };
}
