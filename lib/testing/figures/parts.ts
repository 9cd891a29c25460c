import type { z } from "zod";
import { getConversation as conversationRoute } from "@/lib/api/endpoints/conversation";
import { getLedger as ledgerRoute } from "@/lib/api/endpoints/ledger";
import { VALUE_OF } from "@/lib/core/figures/figures";
import type { Turn } from "@/lib/core/trace/session";
import { getConversation } from "@/lib/queries/session/get-conversation";
import { listTurns } from "@/lib/queries/session/list-turns";
import { readFacts } from "@/lib/queries/questions/get-facts";
import { readWhy } from "@/lib/queries/questions/get-why";
import { getBlock } from "@/lib/queries/turn/get-block";
import { readLedger } from "@/lib/queries/turn/get-ledger";
import { buildExportedCsv } from "@/lib/view/format/exported-table";
import { formatTokens } from "@/lib/view/format/format";
import type { TableData } from "@/lib/view/format/table-data";
import { toJson, toMarkdown } from "@/lib/view/format/table-data";
import { listLaneRows, NO_LANE_FILTERS } from "@/lib/view/lanes/rows";
import { buildLaneTable, listLaneTableRows } from "@/lib/view/lanes/table";
import { buildOccupancyModel } from "@/lib/view/occupancy/model";
import { buildOccupancyTable } from "@/lib/view/occupancy/table";
import { buildFactsModel } from "@/lib/view/questions/facts-model";
import { buildLedgerTable } from "@/lib/view/questions/ledger-model";
import { readModel } from "@/lib/view/reading/read-model";
import { turnModel } from "@/lib/view/turn/turn-model";
import type { AskedSession } from "./asked-session";

const ENTRIES_MAX = 5_000;
const PARTS_READ = 8;

/**
 * What the pages of single turns and blocks draw, and what is exported, against the recording: Read, turn, block, ledger, facts,
 * why, and the tables as CSV, JSON and Markdown.
 * @returns a sentence for each label that says something else
 */
export async function wrongParts(asked: AskedSession): Promise<string[]> {
  if ((await asked.getSession()).firstTurn === null) return [];
  const parts = [onReadPages, onTurnPages, onBlockPages, compareTables];
  const wrong: string[] = [];
  for (const part of parts) wrong.push(...(await part(asked)));
  return wrong;
}

/** @returns nothing where both are the same */
function compare(what: string, said: unknown, is: unknown): string[] {
  const isSame =
    typeof said === "number" && typeof is === "number"
      ? Math.abs(said - is) <= 1e-6 * Math.max(1, Math.abs(is))
      : said === is;
  return isSame ? [] : [`${what} is ${String(is)}, not ${String(said)}`];
}

const sum = <T>(list: readonly T[], of: (one: T) => number) =>
  list.reduce((total, one) => total + of(one), 0);

/** Evenly chosen ones, at most {@link PARTS_READ}. */
function choose<T>(all: readonly T[]): T[] {
  const step = Math.max(1, Math.ceil(all.length / PARTS_READ));
  return all.filter((_, i) => i % step === 0);
}

async function onReadPages({ db, project, id, analysed }: AskedSession): Promise<string[]> {
  const { session } = analysed.recording;
  const ask = (turn: number | null) =>
    getConversation(db, project, id, conversationRoute.query.parse(turn === null ? {} : { turn }));
  const first = await ask(null);
  const turns: z.output<typeof conversationRoute.response>["turns"] = [];
  const wrong: string[] = [];
  for (let page = first; ; page = await ask(page.next)) {
    turns.push(...page.turns);
    const drawn = readModel(page, id);
    wrong.push(...compare("Read: turns of a page", drawn.turns.length, page.turns.length));
    if (page.next === null) break;
  }
  const last = session.turns.at(-1)?.index ?? 0;
  const within = <T extends { readonly turn: number }>(all: readonly T[]) =>
    all.filter(({ turn }) => turn <= last);
  const { exchanges } = first;
  const isWhole = exchanges[0]?.from === session.turns[0]?.index && exchanges.at(-1)?.to === last;
  const cost = VALUE_OF.cost({ input: analysed.input, findings: analysed.findings });
  return [
    ...wrong,
    ...compare("Read: turns", turns.length, session.turns.length),
    ...compare(
      "Read: evictions",
      sum(turns, (one) => one.evictions),
      within(session.evictions).length,
    ),
    ...compare(
      "Read: compactions",
      sum(turns, (one) => one.compactions),
      within(session.compactions).length,
    ),
    ...turns.flatMap((one) =>
      compare(
        `Read: window of turn ${one.turn}`,
        one.windowTokens,
        findTurn(session.turns, one.turn)?.window.tokens.value ?? null,
      ),
    ),
    ...(isWhole
      ? [
          ...compare(
            "Read: calls of all exchanges",
            sum(exchanges, ({ from, to }) => to - from + 1),
            session.turns.length,
          ),
          ...compare(
            "Read: evictions of all exchanges",
            sum(exchanges, (one) => one.evictions),
            within(session.evictions).length,
          ),
          ...compare(
            "Read: compactions of all exchanges",
            sum(exchanges, (one) => one.compactions),
            within(session.compactions).length,
          ),
          ...(exchanges.some((one) => one.cost === null) ||
          cost === null ||
          (analysed.recording.ownFrom ?? 0) > 0
            ? []
            : compare(
                "Read: cost of all exchanges",
                sum(exchanges, (one) => one.cost ?? 0),
                cost,
              )),
        ]
      : []),
  ];
}

function findTurn(turns: readonly Turn[], index: number): Turn | undefined {
  return turns.find((turn) => turn.index === index);
}

async function onTurnPages(asked: AskedSession): Promise<string[]> {
  const { db, project, id, analysed } = asked;
  const { session } = analysed.recording;
  const wrong: string[] = [];
  for (const { index, window } of choose(session.turns)) {
    const answer = await asked.getWindow(index);
    const drawn = turnModel(answer);
    const shown = drawn.facts.find(({ label }) => label === "Window")?.value ?? null;
    const left = session.evictions.filter(({ turn }) => turn === index);
    const [, blocks, gone] = /^([\d,]+) blocks?:.*?, ([\d,]+) evictions?\.$/.exec(drawn.summary) ?? [];
    wrong.push(
      ...compare(
        `turn ${index}: the window`,
        shown,
        formatTokens(window.tokens.value, window.tokens.provenance),
      ),
      ...(window.known
        ? [
            ...compare(`turn ${index}: blocks`, toNumber(blocks), answer.total),
            ...compare(`turn ${index}: evictions`, toNumber(gone), left.length),
          ]
        : []),
    );
    if (window.known && answer.total <= ENTRIES_MAX) {
      const ledger = await readLedger(
        db,
        project,
        id,
        ledgerRoute.query.parse({ turn: index, limit: ENTRIES_MAX }),
      );
      if (ledger.provenance === "derived" && ledger.total <= ENTRIES_MAX) {
        const included = ledger.rows.flatMap(({ after }) =>
          after?.decision === "included" ? after.sourceId : [],
        );
        wrong.push(
          ...compare(`ledger of turn ${index}: included`, included.length, answer.total),
          ...compare(
            `ledger of turn ${index}: rows of its table`,
            buildLedgerTable(ledger).rows.length,
            ledger.rows.length,
          ),
        );
      }
    }
  }
  return wrong;
}

const toNumber = (words: string | undefined) => Number((words ?? "NaN").replaceAll(",", ""));

/** Of blocks that left, as their own pages, the facts page and "Why?" tell it. */
async function onBlockPages({ db, project, id, analysed }: AskedSession): Promise<string[]> {
  const { session } = analysed.recording;
  const wrong: string[] = [];
  for (const { block: no, turn, toMode } of choose(session.evictions)) {
    const block = session.blocks[no];
    if (block === undefined) continue;
    const answer = await getBlock(db, project, id, block.id, { offset: 0, limit: 1_000 });
    const own = session.residencies.filter((one) => one.block === no);
    const exits = session.evictions.filter((one) => one.block === no).map((one) => one.turn);
    const told = answer.residencies.flatMap(({ eviction }) => eviction?.turn ?? []);
    wrong.push(
      ...compare(`block ${block.id}: residencies`, answer.residencies.length, own.length),
      ...(own.length === 0
        ? []
        : compare(`block ${block.id}: turns at which it left`, told.join(), exits.join())),
    );
    const at = session.turns.find(({ index }) => index === turn);
    if (toMode !== null || at?.window.known !== true) continue;
    const why = await readWhy(db, project, id, { turn, block: block.id });
    if (why.departure !== null)
      wrong.push(...compare(`why ${block.id}: left at turn`, why.departure.turn, turn));
  }
  for (const { block: no } of choose(session.evictions).slice(0, 3)) {
    const value = session.blocks[no]?.toolCallId ?? session.blocks[no]?.toolName ?? null;
    if (value === null) continue;
    const line = await readFacts(db, project, id, { q: value });
    const drawn = buildFactsModel(id, line);
    wrong.push(...compare(`facts of ${value}: runs`, drawn.runs.length, line.runs.length));
    for (const lane of line.lanes) {
      const place = session.blocks.findIndex((one) => one.id === lane.blockId);
      const own = session.residencies.filter((one) => one.block === place);
      const stood = own.map(({ from, to }) => `${from}–${to ?? ""}`).join();
      if (own.length === lane.spans.length)
        wrong.push(
          ...compare(
            `facts of ${value}: ${lane.blockId} stood`,
            lane.spans.map(({ from, to }) => `${from}–${to ?? ""}`).join(),
            stood,
          ),
        );
    }
  }
  return wrong;
}

/** The tables behind the figures, and each as it is saved. */
async function compareTables(asked: AskedSession): Promise<string[]> {
  const { db, project, id } = asked;
  const { session } = asked.analysed.recording;
  const { turns } = await listTurns(db, project, id, { maxPoints: ENTRIES_MAX });
  const { tokens: limits } = await asked.getSession();
  const occupancy = buildOccupancyTable(
    buildOccupancyModel(turns, {
      unit: "tokens",
      hidden: new Set(),
      contextWindow: limits.contextWindow,
      budget: limits.budget,
      compactionsAfter: 0,
    }),
  );
  const left = buildLaneTable(listLaneTableRows(listLaneRows(await asked.getLanes(), NO_LANE_FILTERS).rows));
  const columnOf = (table: TableData, key: string) => {
    const place = table.columns.findIndex((column) => column.key === key);
    return table.rows.flatMap((row) => row[place] ?? []);
  };
  const windows = columnOf(occupancy, "window").map(Number);
  const known = session.turns.flatMap(({ window }) => window.tokens.value ?? []);
  const freed = session.evictions.flatMap(({ tokensFreed }) => tokensFreed ?? []);
  return [
    ...(session.turns.length > ENTRIES_MAX
      ? []
      : [
          ...compare("the table of the windows: turns", occupancy.rows.length, session.turns.length),
          ...compare(
            "the table of the windows: tokens",
            sum(windows, (one) => one),
            sum(known, (one) => one),
          ),
        ]),
    ...compare("the table of evictions: rows", columnOf(left, "left").length, session.evictions.length),
    ...compare(
      "the table of evictions: tokens freed",
      sum(columnOf(left, "freed"), Number),
      sum(freed, (one) => one),
    ),
    ...savedWrongly("the table of the windows", occupancy),
    ...savedWrongly("the table of evictions", left),
  ];
}

function savedWrongly(title: string, table: TableData): string[] {
  const saved = JSON.parse(toJson(table, { title, url: "https://sightglass.example/" })) as {
    rows: Record<string, unknown>[];
  };
  const csv = buildExportedCsv(
    { title, session: null, policy: null, url: "https://sightglass.example/" },
    table,
  );
  const markdown = toMarkdown(table).trimEnd().split("\n");
  return [
    ...compare(`${title} as JSON: rows`, saved.rows.length, table.rows.length),
    ...compare(`${title} as Markdown: rows`, markdown.length - 2, table.rows.length),
    ...compare(`${title} as CSV: rows`, countRecords(csv), table.rows.length),
    ...table.rows.flatMap((row, i) =>
      table.columns.flatMap(({ key, numeric }, at) =>
        numeric === true
          ? compare(`${title} as JSON: ${key} of row ${i}`, saved.rows[i]?.[key], row[at] ?? null)
          : [],
      ),
    ),
  ];
}

/** Without remarks and head. A line break within quotes ends no record. */
function countRecords(csv: string): number {
  const bare = csv.replace(/"(?:[^"]|"")*"/g, "");
  return bare.split("\r\n").filter((line) => line !== "" && !line.startsWith("# ")).length - 1;
}
