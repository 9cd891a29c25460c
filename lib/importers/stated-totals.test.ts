import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { filesBelow, textFile } from "@/lib/testing/import-file";
import { importSample, sampleText } from "@/lib/testing/samples";
import { chooseImporter } from "./choose";
import { convertFiles } from "./convert-files";
import { CountingReport } from "./reading/report";

type Totals = { tokensSent?: number; tokensReceived?: number; calls?: number };
const FIGURES = ["tokensSent", "tokensReceived", "calls"] as const;

function differs(events: readonly TraceEvent[], reported: Totals): boolean {
  const stated = events.map((event) => (event.type === "session.started" ? { ...event, reported } : event));
  return foldSession(stated).warnings.some(({ code }) => code === "totals_differ");
}

describe("a total that the source states", () => {
  it.each(filesBelow("lib/importers/samples"))(
    "%s: is a check of the calls that are read",
    async (sample) => {
      const { events: all, sessions } = await importSample(sample).catch(() => ({
        events: [],
        sessions: [],
      }));
      for (const [i, events] of all.entries()) {
        const turns = sessions[i]?.turns ?? [];
        const sum = (of: (turn: (typeof turns)[number]) => number | null | undefined) => {
          const known = turns.flatMap((turn) => of(turn) ?? []);
          return known.length === turns.length ? known.reduce((total, one) => total + one, 0) : 0;
        };
        const sums = {
          tokensSent: sum(({ usage }) => usage?.input),
          tokensReceived: sum(({ usage }) => usage?.output),
          calls: turns.length,
        };
        expect(differs(events, sums)).toBe(false);
        for (const figure of FIGURES)
          if (sums[figure] > 0) expect(differs(events, { ...sums, [figure]: sums[figure] + 5 })).toBe(true);
      }
    },
  );
});

type Sums = { sent: number; received: number; calls: number; cost: number };
type Fields = Record<string, unknown>;

const document = (change: (doc: never) => void) => (text: string) => {
  const doc = JSON.parse(text) as never;
  change(doc);
  return JSON.stringify(doc);
};
const lines = (change: (rows: Fields[]) => Fields[]) => (text: string) =>
  change(
    text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Fields),
  )
    .map((row) => JSON.stringify(row))
    .join("\n");

/** How each program writes the sum of its run; which figures it states. */
const STATED: Readonly<
  Record<
    string,
    {
      of: readonly (keyof Sums)[];
      /** Where the sample has calls without a cost. */
      costs?: (text: string) => string;
      write: (sums: Sums) => (text: string) => string;
    }
  >
> = {
  "inspect-log.json": {
    of: ["sent", "received"],
    write: ({ sent, received }) =>
      document(({ samples: [sample] }: { samples: Fields[] }) => {
        // By model, as a log has them; their sum counts.
        const usage = { input_tokens: sent - 7, output_tokens: received, total_tokens: sent - 7 + received };
        const other = { input_tokens: 7, output_tokens: 0, total_tokens: 7 };
        Object.assign(sample ?? {}, { model_usage: { "lab/m-4": usage, "lab/m-5": other } });
      }),
  },
  "langsmith-runs.jsonl": {
    of: ["sent", "received"],
    write: ({ sent, received }) =>
      lines((rows) =>
        rows.map((row) =>
          row.id === "root" ? { ...row, prompt_tokens: sent, completion_tokens: received } : row,
        ),
      ),
  },
  "codex-rollout.jsonl": {
    of: ["sent", "received"],
    write: ({ sent, received }) =>
      lines((rows) => {
        const counts = rows.filter(({ payload }) => (payload as Fields).type === "token_count");
        // A repeated count is none of a call, so only the last one says the sum.
        for (const { payload } of counts.slice(-1)) {
          const info = (payload as { info: Fields }).info;
          const total_tokens = sent + received;
          info.total_token_usage = { input_tokens: sent, output_tokens: received, total_tokens };
        }
        return rows;
      }),
  },
  "claude-code-stream.jsonl": {
    of: ["sent"],
    write: ({ sent }) =>
      lines((rows) =>
        rows.map((row) => (row.type === "result" ? { ...row, usage: { input_tokens: sent } } : row)),
      ),
  },
  "swe-agent-1.traj": {
    of: ["calls"],
    write: ({ calls }) =>
      document(({ info }: { info: Fields }) => {
        info.model_stats = { api_calls: calls, tokens_sent: 0, tokens_received: 0 };
      }),
  },
  "mini-swe-agent.traj.json": {
    of: ["calls", "cost"],
    costs: document(({ messages }: { messages: { extra?: { response?: { usage?: Fields } } }[] }) => {
      for (const { extra } of messages) Object.assign(extra?.response?.usage ?? {}, { cost: 0.1 });
    }),
    write: ({ calls, cost }) =>
      document(({ info }: { info: Fields }) => {
        info.model_stats = { api_calls: calls, instance_cost: cost };
      }),
  },
  "aider.chat.history.md": {
    of: ["cost"],
    write:
      ({ cost }) =>
      (text) =>
        text.replaceAll(/\$[\d.]+ session/g, `$${cost} session`),
  },
  "opencode-export.json": {
    of: ["sent", "received", "cost"],
    write: ({ sent, received, cost }) =>
      document(({ info }: { info: Fields }) => {
        const cache = { read: Math.floor(sent / 3), write: Math.floor(sent / 4) };
        const input = sent - cache.read - cache.write;
        Object.assign(info, { tokens: { input, output: received, reasoning: 0, cache }, cost });
      }),
  },
  "copilot-cli.jsonl": {
    of: ["received"],
    write: ({ received }) =>
      lines((rows) =>
        rows.map((row) => {
          const usage = (outputTokens: number) => ({ usage: { inputTokens: 0, outputTokens } });
          const modelMetrics = { "gpt-5": usage(received - 1), "gpt-5-mini": usage(1) };
          return row.type === "session.shutdown" ? { ...row, data: { modelMetrics } } : row;
        }),
      ),
  },
  "atif.json": {
    of: ["sent", "received"],
    write: ({ sent, received }) =>
      document((doc: Fields) => {
        doc.final_metrics = { total_prompt_tokens: sent, total_completion_tokens: received };
      }),
  },
};

const isOfRun = (name: string) => name === "atif.json" || name === "claude-code-stream.jsonl";

describe("a file that states the sum of its calls", () => {
  it.each(Object.keys(STATED))(
    "%s: says nothing where they come to it, and names any difference",
    async (name) => {
      const stated = STATED[name];
      if (stated === undefined) throw new Error("nothing is stated");
      const text = stated.costs?.(sampleText(name)) ?? sampleText(name);
      const read = async (content: string) => {
        const file = await textFile(name, content);
        const { importer } = chooseImporter(file.sniff);
        if (importer === null) throw new Error("not recognised");
        const said: string[] = [];
        const report = new CountingReport(
          (code, message) => void (code === "totals_differ" && said.push(message)),
        );
        const events = new Map<string, TraceEvent[]>();
        for await (const event of convertFiles(importer, [file], report))
          events.set(event.session, [...(events.get(event.session) ?? []), event]);
        const sessions = [...events.values()].map((own) => foldSession(own));
        const folded = sessions.flatMap(({ warnings }) =>
          warnings.flatMap(({ code, message }) => (code === "totals_differ" ? message : [])),
        );
        return { sessions, said: [...said, ...folded] };
      };
      const { sessions } = await read(text);
      // A sub-agent's calls are its own run's.
      const turns = (isOfRun(name) ? sessions.slice(0, 1) : sessions).flatMap((session) => session.turns);
      const sum = (of: (turn: (typeof turns)[number]) => number | null | undefined) =>
        turns.reduce((total, turn) => total + (of(turn) ?? 0), 0);
      const right: Sums = {
        sent: sum(({ usage }) => usage?.input),
        received: sum(({ usage }) => usage?.output),
        calls: turns.length,
        cost: sum(({ usage }) => usage?.statedCost),
      };
      const warnings = async (sums: Sums) => (await read(stated.write(sums)(text))).said;
      expect(await warnings(right)).toEqual([]);
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...stated.of),
          fc.integer({ min: -40, max: 900 }),
          async (figure, drawn) => {
            const difference =
              figure === "calls" ? Math.max(1, Math.abs(drawn) % 5) : drawn === 0 ? 1 : drawn;
            const wrong = { ...right, [figure]: Math.max(right[figure] + difference, 2) };
            fc.pre(wrong[figure] !== right[figure]);
            expect((await warnings(wrong)).join(" ")).toMatch(
              /its? own sum differs|source's own sum differs/,
            );
          },
        ),
        { numRuns: 12 },
      );
    },
  );
});
