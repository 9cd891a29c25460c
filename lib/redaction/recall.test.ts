import { describe, expect, it } from "vitest";
import { DISGUISES } from "@/lib/testing/masking/disguises";
import { filled, password } from "@/lib/testing/masking/filled";
import { KEYS } from "@/lib/testing/masking/keys";
import { NAMED } from "@/lib/testing/masking/named-credentials";
import { personalValues } from "@/lib/testing/masking/personal";
import { CLASSES } from "./classes";
import { maskTexts } from "./mask";
import { PIECE_CHARS } from "./pieces";

const EVERYTHING = {
  rules: [],
  off: [],
  on: [...CLASSES.map(({ id }) => id), "phone-de", "phone-gb", "phone-fr"],
};
/** Floors. What a person would say or call a key gets no more than these. */
const FLOOR = { issued: 0.97, named: 0.93, disguised: 0.85, personal: 0.85 };
/** What an issuer writes before its keys, or an address before a path, is public. */
const PUBLIC_CHARS = 12;
const AROUND: readonly ((text: string) => string)[] = [
  (text) => `I looked and found ${text} there`,
  (text) => JSON.stringify({ stdout: `x ${text}\nnext line` }),
  (text) => `first line\n${text}\nlast line of it`,
];

interface Sample {
  readonly what: string;
  readonly value: string;
  readonly text: string;
}

/** The share of the samples of which no piece shows, and the others. */
async function masked(samples: readonly Sample[], isShown: (sample: Sample, told: string) => boolean) {
  const shown: string[] = [];
  for (const sample of samples) {
    const { masked: told } = await maskTexts([{ place: "block 0", text: sample.text }], {
      rules: EVERYTHING,
      reveal: new Set(),
    });
    if (isShown(sample, told[0] ?? "")) shown.push(`${sample.what}: ${(told[0] ?? "").slice(0, 200)}`);
  }
  return { share: 1 - shown.length / samples.length, shown: shown.join("\n") };
}

function pieces({ value }: Sample, told: string): number {
  const own = value.split("\n").filter((line) => !line.startsWith("-----"));
  return own.reduce((sum, line) => {
    const until = line.includes("@") ? line.indexOf("@") : line.length;
    return (
      sum +
      Array.from({ length: until }, (_, at) => line.slice(at, at + PIECE_CHARS)).filter(
        (piece) => piece.length === PIECE_CHARS && told.includes(piece),
      ).length
    );
  }, 0);
}

const shows = (sample: Sample, told: string) => told === sample.text || pieces(sample, told) > 0;
const placed = (what: string, value: string, text: string, i: number): Sample => ({
  what,
  value,
  text: AROUND[i % AROUND.length]?.(text) ?? text,
});

describe("the masked part of values", () => {
  it("of issued keys is large", async () => {
    const samples = KEYS.map((form, i) => {
      const key = filled(form, i + 1);
      return placed(form, key, key, i);
    });
    const { share, shown } = await masked(
      samples,
      (one, told) => told === one.text || pieces(one, told) > PUBLIC_CHARS + 6,
    );
    expect(samples.length).toBeGreaterThan(100);
    expect(share, shown).toBeGreaterThanOrEqual(FLOOR.issued);
  });

  it("of credentials beside their names is large, in every kind of file", async () => {
    const samples = Object.entries(NAMED).flatMap(([kind, places], k) =>
      places.map((place, i) => {
        const seed = k * 100 + i;
        const value =
          kind === "pw"
            ? password(seed)
            : filled(kind === "tok" ? `{${24 + (i % 3) * 8}:alnum}` : kind, seed);
        return { what: place, value, text: `first line\n${place.replace("§", () => value)}\nlast line` };
      }),
    );
    const { share, shown } = await masked(samples, shows);
    expect(samples.length).toBeGreaterThan(100);
    expect(share, shown).toBeGreaterThanOrEqual(FLOOR.named);
  });

  it("of disguised keys is large", async () => {
    const keys = ["ghp_{36:alnum}", "AIza{35:word}", "npm_{36:alnum}", "dop_v1_{64:hex}", "{jwt}"];
    const samples = Object.entries(DISGUISES).flatMap(([what, hide], i) =>
      keys.map((form, k) => {
        const value = hide(filled(form, i * 10 + k));
        return { what, value, text: `the value is ${value} here` };
      }),
    );
    const hidden = (text: string) => text.split("█").length - 1;
    const { share, shown } = await masked(
      samples,
      ({ value }, told) => hidden(told) < Math.min(36, value.length * 0.7),
    );
    expect(share, shown).toBeGreaterThanOrEqual(FLOOR.disguised);
  });

  it("of personal data of the chosen classes is large", async () => {
    const samples = [1, 2].flatMap((round) =>
      personalValues(round).map(({ what, value }, i) =>
        placed(what, value, i % 2 === 0 ? value : `contact ${value}, thanks`, i),
      ),
    );
    const { share, shown } = await masked(samples, shows);
    expect(share, shown).toBeGreaterThanOrEqual(FLOOR.personal);
  });

  it("needs no word boundary", async () => {
    const keys = KEYS.filter((form) =>
      /^(?:ghp_|github_pat_|glpat-|sk-ant-|xoxb-|npm_|AIza|pypi-|dop_v1_)/.test(form),
    ).map((form, i) => filled(form, i));
    const { shown } = await masked(
      keys.map((value) => ({ what: value, value, text: `tool${value}` })),
      (one, told) => pieces(one, told) > PUBLIC_CHARS,
    );
    expect(keys.length).toBeGreaterThan(4);
    expect(shown).toBe("");
  });
});
