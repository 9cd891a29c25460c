import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { toWire } from "@/lib/core/trace/event";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { parseEvent } from "@/lib/core/trace/parse-event";
import type { Session } from "@/lib/core/trace/session";
import type { CorpusFigures } from "@/lib/testing/corpus";
import { CORPUS, corpusFigures, hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus";
import type { Imported } from "@/lib/testing/import-file";
import { filesBelow, openImportFile, runImporter } from "@/lib/testing/import-file";
import { IMPORTERS } from "./index";

const FORMATS = [
  "chat_completions_log",
  "litellm_call_log",
  "mini_swe_agent",
  "openai_messages",
  "openai_request_log",
  "swe_agent",
  "tau2_bench",
  "tau_bench",
] as const;

type Figures = Omit<CorpusFigures, "file" | "session">;

/** Where a session is counted otherwise here, by file, and why. */
const DIFFERENCES: Record<string, { figures: Partial<Figures>; reason: string }> = {
  "chat_completions_log/interactions_20251129_080419.jsonl": {
    figures: { toolCalls: 31, repeats: 13 },
    reason: "a reply with two calls was withdrawn; the model made them all the same, and both were repeats",
  },
  "litellm_call_log/openhands-sonnet4": {
    figures: { toolCalls: 6 },
    reason: "the last answer calls a tool, which no later message list shows",
  },
  "mini_swe_agent/gemini3-pylint-dev__pylint-6528.traj.json": {
    figures: { toolCalls: 95 },
    reason: "two replies hold two commands each; the harness refused both and ran nothing",
  },
};

const MATPLOTLIB = "swe_agent/sweagent0-matplotlib__matplotlib-25960.traj";
const SPHINX = "swe_agent/sweagent0-sphinx-doc__sphinx-11510.traj";
const LOOKUP_LOOP = "tau2_bench/telecom-gpt-4.1-ft-lookup-loop-a.json";
const WITHDRAWALS = "chat_completions_log/interactions_20251129_080419.jsonl";

noteMissingCorpus("importers of benchmark trajectories and API logs");

describe.skipIf(!hasCorpus)("the corpus", () => {
  const imports = new Map<string, Imported>();
  const sessions = new Map<string, Session[]>();
  const of = (file: string, place = 0): Session => {
    const session = sessions.get(file)?.[place];
    if (session === undefined) throw new Error(`no session ${place} in ${file}`);
    return session;
  };

  beforeAll(async () => {
    for (const [unit, files] of unitsOf(filesBelow(CORPUS))) {
      const imported = await importUnit(unit, files);
      imports.set(unit, imported);
      sessions.set(
        unit,
        [...imported.sessions.values()].map((events) => foldSession(events)),
      );
    }
  });

  it("has the sessions that an independent count found, with its figures", () => {
    const found = new Map<string, Figures[]>();
    const counted = new Map<string, Figures[]>();
    for (const { file, session: _name, ...figures } of corpusFigures().filter(({ file }) => isOurs(file))) {
      const place = counted.get(file) ?? [];
      counted.set(file, [...place, { ...figures, ...DIFFERENCES[file]?.figures }]);
    }
    for (const [unit, list] of sessions) found.set(unit, list.map(figuresOf));
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(counted));
  });

  it("is counted otherwise only where the table says so", () => {
    const rows = corpusFigures();
    for (const [file, { figures, reason }] of Object.entries(DIFFERENCES)) {
      expect(rows.find((row) => row.file === file)).not.toMatchObject(figures);
      expect(reason).not.toBe("");
    }
  });

  it("gives events that the protocol accepts, the same ones every time, and sessions without warnings", async () => {
    for (const [unit, { sessions: events, warnings }] of imports) {
      expect([unit, ...warnings]).toEqual([unit]);
      expect([unit, ...refusals([...events.values()].flat())]).toEqual([unit]);
      expect(sessions.get(unit)?.flatMap((session) => session.warnings)).toEqual([]);
    }
    const again = await importUnit(MATPLOTLIB, [MATPLOTLIB]);
    expect([...again.sessions]).toEqual([...(imports.get(MATPLOTLIB)?.sessions ?? [])]);
  });

  it("has no file that two importers claim", async () => {
    for (const file of filesBelow(CORPUS)) {
      const { sniff } = await openImportFile(path.join(CORPUS, file));
      const claims = IMPORTERS.filter((importer) => importer.recognise(sniff).missing === null);
      if (isOurs(file)) expect([file, ...claims.map(({ id }) => id)]).toEqual([file, formatOf(file)]);
      else expect(claims.length).toBeLessThanOrEqual(1);
    }
  });

  it("shows a loop of reads whose results had been cleared every time", () => {
    const session = of(MATPLOTLIB);
    expect(session.turns).toHaveLength(84);
    expect(session.repeats.map(({ earlierResult }) => earlierResult)).toEqual(Array(61).fill("left"));
    expect(new Set(session.evictions.map(({ how, toMode }) => `${how} ${toMode}`))).toEqual(
      new Set(["cleared reference"]),
    );
  });

  it("rebuilds windows that explain the tokens a run reports to have sent", () => {
    for (const [file, sent] of [
      [MATPLOTLIB, 1_314_986],
      [SPHINX, 1_077_279],
    ] as const) {
      const session = of(file);
      const shown = charsShown(session) / 4;
      const kept = charsKept(session) / 4;
      console.info(
        `${file}: ${shown} tokens shown at 4 characters each, ${kept} without the rule, ${sent} reported`,
      );
      expect(sent / shown).toBeGreaterThan(1);
      expect(sent / shown).toBeLessThan(1.25);
      expect(sent / kept).toBeLessThan(0.5);
    }
  });

  it("shows the build outputs of 105,000 tokens, which were really sent", () => {
    const session = of(SPHINX);
    const large = session.blocks.flatMap((block, i) =>
      (block.versions[block.full]?.chars ?? 0) > 400_000 ? [i] : [],
    );
    expect(large.map((i) => session.blocks[i]?.toolName)).toEqual(["sphinx-build", "sphinx-build"]);
    const stays = session.residencies.filter(({ block, mode }) => large.includes(block) && mode === "full");
    expect(stays.map(({ from, to }) => [from, to])).toEqual([
      [9, 13],
      [26, null],
    ]);
  });

  it("shows lookups repeated though every earlier result was in the window", () => {
    for (const [place, count] of [
      [1, 95],
      [2, 68],
    ] as const) {
      const session = of(LOOKUP_LOOP, place);
      const events = imports.get(LOOKUP_LOOP)?.sessions.get(session.meta.externalId) ?? [];
      const calls = events.flatMap((event) => (event.type === "turn.recorded" ? (event.output ?? []) : []));
      const lookups = calls.filter(
        (b) => b.toolName === "get_details_by_id" && b.content === '{"id":"L1002"}',
      );
      expect(lookups).toHaveLength(count);
      expect(new Set(session.repeats.map(({ earlierResult }) => earlierResult))).toEqual(
        new Set(["in_window"]),
      );
      expect(session.meta).toMatchObject({ outcome: "wrong", outcomeReason: "max_steps, reward 0" });
    }
  });

  it("shows corrections withdrawn after one call, and the mistake made again", () => {
    const session = of(WITHDRAWALS);
    const withdrawn = session.evictions.map((e) => [e.turn, session.blocks[e.block]?.kind, e.how]);
    expect(withdrawn).toEqual([
      [25, "user_message", "removed"],
      [27, "assistant_text", "removed"],
      [27, "user_message", "removed"],
      [29, "assistant_text", "removed"],
      [29, "user_message", "removed"],
      [31, "assistant_text", "removed"],
      [31, "user_message", "removed"],
      [33, "assistant_text", "removed"],
      [33, "user_message", "removed"],
    ]);
    expect(session.turns.every((turn) => turn.window.changed === 0)).toBe(true);
  });

  it("keeps everything where the harness only appends", () => {
    for (const [file, list] of sessions) {
      if (/^(mini_swe_agent|tau|openai|litellm)/.test(file)) {
        expect(list.flatMap((session) => session.evictions)).toEqual([]);
      }
    }
  });
});

function isOurs(file: string): boolean {
  return FORMATS.some((format) => format === formatOf(file));
}

function formatOf(file: string): string {
  return file.split("/")[0] ?? "";
}

/** What is imported together: a folder of LiteLLM calls, else a file. */
function unitsOf(files: readonly string[]): Map<string, string[]> {
  const units = new Map<string, string[]>();
  for (const file of files.filter(isOurs)) {
    const unit = formatOf(file) === "litellm_call_log" ? path.dirname(file) : file;
    units.set(unit, [...(units.get(unit) ?? []), file]);
  }
  return units;
}

async function importUnit(unit: string, files: readonly string[]): Promise<Imported> {
  const importer = IMPORTERS.find(({ id }) => id === formatOf(unit));
  if (importer === undefined) throw new Error(`no importer for ${unit}`);
  return runImporter(
    importer,
    await Promise.all(files.map((file) => openImportFile(path.join(CORPUS, file), file))),
  );
}

function figuresOf(session: Session): Figures {
  const inputs = session.turns.map((turn) => turn.usage?.input ?? null).filter((input) => input !== null);
  return {
    calls: session.turns.length,
    usageCalls: inputs.length,
    maxInput: inputs.length === 0 ? null : Math.max(...inputs),
    toolCalls: session.toolCalls,
    repeats: session.repeats.length,
    compactions: session.compactions.length,
  };
}

function refusals(events: readonly TraceEvent[]): string[] {
  return events.flatMap((event) => {
    const parsed = parseEvent(toWire(event));
    return parsed.ok ? [] : [`${event.id} ${parsed.issue.path} ${parsed.issue.message}`];
  });
}

/** Characters over all windows of a session. */
function charsShown(session: Session): number {
  const last = session.turns.length - 1;
  return session.residencies.reduce((sum, { block, version, from, to }) => {
    const chars = session.blocks[block]?.versions[version]?.chars ?? 0;
    return sum + chars * ((to ?? last) - from + 1);
  }, 0);
}

/** The same, had nothing ever left. */
function charsKept(session: Session): number {
  const last = session.turns.length - 1;
  const entered = session.residencies.filter(({ from, since }) => from === since);
  return entered.reduce((sum, { block, from }) => {
    const { versions, full } = session.blocks[block] ?? { versions: [], full: -1 };
    return sum + (versions[full]?.chars ?? 0) * (last - from + 1);
  }, 0);
}
