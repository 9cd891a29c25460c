import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawConversation, type DrawnRequest } from "@/lib/testing/drawn/draw-conversation";
import { CASE_FAMILIES } from "@/lib/testing/policy-cases/families";
import { readOptions } from "./contract/options";
import type { Policy } from "./contract/policy";
import { projectChanges, listProjectedItems } from "./project";
import { POLICIES } from "./registry";
import { PolicyRun } from "./run";
import { findMalformations } from "./contract/well-formed";

/** Small enough that generated conversations cross every threshold. */
const CONTEXT_WINDOW = 6_000;

const NO_OPTION = Number.NaN;

function optionNames(options: unknown): string[] {
  return Object.keys(typeof options === "object" && options !== null ? options : {});
}

function stepThrough(policy: Policy, requests: readonly DrawnRequest[], options: unknown = {}) {
  const run = new PolicyRun(policy, { options });
  return requests.map(({ added, now }) => {
    run.append(added);
    const result = run.step({ now, contextWindow: CONTEXT_WINDOW });
    return {
      result,
      messages: run.shown.messages(),
      items: listProjectedItems(run),
      tokens: run.shown.tokens,
    };
  });
}

const HERE = import.meta.dirname;
const withCases = new Set(CASE_FAMILIES.map(({ policy }) => policy));

it.each([...new Set(POLICIES.map(({ kind }) => kind))].filter((kind) => !withCases.has(kind)))(
  "says in the README of %s, which has no cases, what its text rests on",
  (kind) => {
    const folder = readdirSync(HERE).findLast((name) => kind.startsWith(name));
    const readme = readFileSync(`${HERE}/${folder}/README.md`, "utf8");
    expect(readme).toMatch(/rests? on|read from/i);
  },
);

it("the registry has one policy for each kind and version", () => {
  const names = POLICIES.map(({ kind, version }) => `${kind}@${version}`);
  expect(new Set(names).size).toBe(names.length);
});

describe.each(POLICIES.map((policy) => [`${policy.kind} ${policy.version}`, policy] as const))(
  "%s",
  (_name, policy) => {
    const conversations = (check: (requests: DrawnRequest[]) => void) =>
      fc.assert(fc.property(drawConversation, check), { numRuns: 40 });

    it("says whose rule it is and where it comes from", () => {
      for (const text of [policy.title, policy.vendor, policy.source]) expect(text).not.toBe("");
    });

    it("is deterministic", () =>
      conversations((requests) => {
        expect(stepThrough(policy, requests)).toEqual(stepThrough(policy, requests));
      }));

    it("keeps the window well formed unless it says why not", () =>
      conversations((requests) => {
        if (policy.malformed !== null) return;
        for (const { messages } of stepThrough(policy, requests))
          expect(findMalformations(messages)).toEqual([]);
      }));

    it("evicts nothing under the options that keep everything", () =>
      conversations((requests) => {
        if (policy.keepEverything === null) return;
        for (const { items } of stepThrough(policy, requests, policy.keepEverything))
          expect(items.filter(({ status }) => status !== "kept")).toEqual([]);
      }));

    it("gives the ledger a row for whatever it takes away", () =>
      conversations((requests) => {
        for (const { result } of stepThrough(policy, requests)) {
          const taken = result.changes.some(({ status }) => status !== "kept" && status !== "withdrawn");
          if (taken) expect(result.decisions ?? []).not.toEqual([]);
        }
      }));

    it("counts the projected tokens as a recount would", () =>
      conversations((requests) => {
        for (const { messages, tokens } of stepThrough(policy, requests)) {
          const recount = new PolicyRun(policy, { history: messages });
          expect(tokens).toBe(recount.shown.tokens);
        }
      }));

    it("goes on from a snapshot as if it had not stopped", () =>
      conversations((requests) => {
        const whole = stepThrough(policy, requests).at(-1);
        const run = new PolicyRun(policy, {});
        for (const { added, now } of requests.slice(0, -1)) {
          run.append(added);
          run.step({ now, contextWindow: CONTEXT_WINDOW });
        }
        const history = requests.flatMap(({ added }) => added);
        const snapshot = JSON.parse(JSON.stringify(run.snapshot()));
        const last = requests.at(-1);
        const request = { now: last?.now ?? null, contextWindow: CONTEXT_WINDOW };
        const resumed = projectChanges(policy, history, { snapshot }, request);
        expect(resumed.items).toEqual(whole?.items);
        expect(resumed.messages).toEqual(whole?.messages);
      }));

    it("reads its own options back as they are", () => {
      const reading = readOptions(policy, {});
      expect(reading).toMatchObject({ ok: true, warnings: [] });
      if (!reading.ok) return;
      const again = readOptions(policy, JSON.parse(JSON.stringify(reading.options)));
      expect(again).toEqual({ ok: true, options: reading.options, warnings: [] });
    });

    it("refuses a value of the wrong kind by its path, with what was expected", () => {
      const read = readOptions(policy, {});
      if (!read.ok) throw new Error("the defaults are refused");
      for (const key of optionNames(read.options)) {
        const reading = readOptions(policy, { [key]: NO_OPTION });
        if (reading.ok) throw new Error(`${key} takes anything`);
        expect(reading.problems.map(({ path }) => path)).toContain(key);
        for (const { message } of reading.problems)
          expect(message).toMatch(/^(must|is missing; it must) be /);
      }
    });

    it("warns of an option that the vendor does not know", () => {
      expect(readOptions(policy, { noSuchOption: 1 })).toMatchObject({
        ok: true,
        warnings: [{ path: "noSuchOption", message: "The vendor ignores this option." }],
      });
    });
  },
);
