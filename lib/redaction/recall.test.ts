import { describe, expect, it } from "vitest";
import type { CorpusSecret } from "@/lib/testing/secrets-corpus";
import {
  corpusBlocks,
  corpusCredentials,
  corpusKeys,
  corpusPersonal,
  ENCODINGS,
} from "@/lib/testing/secrets-corpus";
import { moreCredentials } from "@/lib/testing/secrets/more-credentials";
import {
  chosenPasswords,
  placedNumbers,
  plainPasswords,
  shortPasswords,
} from "@/lib/testing/secrets/chosen-passwords";
import { configuredCredentials } from "@/lib/testing/secrets/configured-credentials";
import { namedCredentials } from "@/lib/testing/secrets/named-credentials";
import { OTHER_ENCODINGS } from "@/lib/testing/secrets/other-encodings";
import { otherKeys } from "@/lib/testing/secrets/other-keys";
import { otherPersonal } from "@/lib/testing/secrets/other-personal";
import { placedKeys } from "@/lib/testing/secrets/placed-keys";
import { programCredentials } from "@/lib/testing/secrets/program-credentials";
import { toldCredentials } from "@/lib/testing/secrets/told-credentials";
import { writtenCredentials } from "@/lib/testing/secrets/written-credentials";
import { MORE_ENCODINGS } from "@/lib/testing/secrets/more-encodings";
import { moreKeys } from "@/lib/testing/secrets/more-keys";
import { morePersonal } from "@/lib/testing/secrets/more-personal";
import { CLASSES } from "./classes";
import { maskTexts } from "./mask";
import { PIECE_CHARS } from "./pieces";

const ROUNDS = 2;
const EVERYTHING = { rules: [], off: [], on: CLASSES.map(({ id }) => id) };

const AROUND: readonly ((text: string) => string)[] = [
  (text) => `I looked and found ${text}`,
  (text) => `{"stdout": ${JSON.stringify(`x ${text}\nnext line`)}}`,
  (text) => `first line\n${text}\nlast line of it`,
  (text) => `see (${text}), please`,
];

async function missed(
  secrets: readonly CorpusSecret[],
  write: (secret: CorpusSecret, i: number) => string,
): Promise<string[]> {
  const missing: string[] = [];
  for (const [i, secret] of secrets.entries()) {
    const text = write(secret, i);
    const { masked } = await maskTexts([{ place: "block 0", text }], {
      rules: EVERYTHING,
      reveal: new Set(),
    });
    const told = masked[0] ?? "";
    const shows = told === text || (text.includes(secret.value) && pieceOf(secret.value, told));
    if (shows) missing.push(`${secret.what}: ${told.slice(0, 300)}`);
  }
  return missing;
}

function pieceOf(value: string, text: string): boolean {
  const until = value.includes("@") ? value.indexOf("@") : value.length - PIECE_CHARS;
  for (let at = 0; at <= Math.max(0, until - 1) && at + PIECE_CHARS <= value.length; at++)
    if (text.includes(value.slice(at, at + PIECE_CHARS))) return true;
  return value.length < PIECE_CHARS && text.includes(value);
}

const rounds = Array.from({ length: ROUNDS }, (_, i) => i + 1);

describe("the masked part of injected values", () => {
  it("includes nearly all keys and credentials", async () => {
    const secrets = rounds.flatMap((n) => [...corpusKeys(n), ...corpusCredentials(n), ...corpusBlocks(n)]);
    const missing = await missed(secrets, ({ inText }, i) => AROUND[i % AROUND.length]?.(inText) ?? inText);
    expect(missing.length / secrets.length, missing.slice(0, 20).join("\n")).toBeLessThanOrEqual(0.01);
  });

  it("includes nearly all keys and credentials of further kinds", async () => {
    const secrets = [...moreKeys(), ...moreCredentials()];
    const missing = await missed(secrets, ({ inText }, i) => AROUND[i % AROUND.length]?.(inText) ?? inText);
    expect(missing.length / secrets.length, missing.slice(0, 20).join("\n")).toBeLessThanOrEqual(0.01);
  });

  it("includes nearly all personal data of further forms", async () => {
    const secrets = morePersonal();
    const missing = await missed(secrets, ({ inText }, i) => AROUND[i % AROUND.length]?.(inText) ?? inText);
    expect(missing.length / secrets.length, missing.slice(0, 20).join("\n")).toBeLessThanOrEqual(0.03);
  });

  it("includes nearly all keys and credentials that only their surroundings tell", async () => {
    const secrets = [
      ...otherKeys(),
      ...namedCredentials(),
      ...writtenCredentials(),
      ...programCredentials(),
      ...configuredCredentials(),
      ...toldCredentials(),
    ];
    const missing = await missed(secrets, ({ inText }, i) => AROUND[i % AROUND.length]?.(inText) ?? inText);
    expect(missing.length / secrets.length, missing.slice(0, 20).join("\n")).toBeLessThanOrEqual(0.01);
  });

  it("includes nearly all passwords that people choose, where settings, code and sentences have them", async () => {
    const secrets = chosenPasswords();
    const missing = await missed(secrets, ({ inText }) => `first line\n${inText}\nlast line of it`);
    expect(secrets.length).toBeGreaterThan(400);
    expect(missing.length / secrets.length, missing.slice(0, 20).join("\n")).toBeLessThanOrEqual(0.01);
  });

  it("includes nearly all passwords of a name and a number, wherever they stand", async () => {
    const secrets = rounds.flatMap((n) => shortPasswords(n));
    const missing = await missed(secrets, ({ inText }) => `first line\n${inText}\nlast line of it`);
    expect(secrets.length).toBeGreaterThan(200);
    expect(missing.length / secrets.length, missing.slice(0, 20).join("\n")).toBeLessThanOrEqual(0.01);
  });

  it("includes all codes for a sign-in in many languages, and numbers of people with their names", async () => {
    const secrets = rounds.flatMap((n) => placedNumbers(n));
    expect(await missed(secrets, ({ inText }) => `first line\n${inText}\nlast line of it`)).toEqual([]);
  });

  it("includes nearly all passwords that are words without a digit", async () => {
    const secrets = rounds.flatMap((n) => plainPasswords(n));
    const missing = await missed(secrets, ({ inText }) => `first line\n${inText}\nlast line of it`);
    expect(secrets.length).toBeGreaterThan(300);
    expect(missing.length / secrets.length, missing.slice(0, 20).join("\n")).toBeLessThanOrEqual(0.01);
  });

  it("includes nearly all keys that their form tells, or a word in their line", async () => {
    const secrets = rounds.flatMap((n) => placedKeys(n));
    const missing = await missed(secrets, ({ inText }) => `first line\n${inText}\nlast line of it`);
    expect(secrets.length).toBeGreaterThan(400);
    expect(missing.length / secrets.length, missing.slice(0, 20).join("\n")).toBeLessThanOrEqual(0.01);
  });

  it("includes nearly all numbers of people, by their form or their name", async () => {
    const secrets = otherPersonal();
    const missing = await missed(secrets, ({ inText }, i) => AROUND[i % AROUND.length]?.(inText) ?? inText);
    expect(missing.length / secrets.length, missing.slice(0, 20).join("\n")).toBeLessThanOrEqual(0.03);
  });

  it("is most of what is compressed, shown as bytes or taken apart", async () => {
    const secrets = corpusKeys(11).filter((_, i) => i % 8 === 0);
    const missing: string[] = [];
    for (const [name, encode] of Object.entries(OTHER_ENCODINGS))
      for (const text of await missed(secrets, ({ value }) => `the value is ${encode(value)} here`))
        missing.push(`${name}: ${text}`);
    const all = secrets.length * Object.keys(OTHER_ENCODINGS).length;
    expect(missing.length / all, missing.slice(0, 30).join("\n")).toBeLessThanOrEqual(0.1);
  });

  it("is most of what is written in further ways", async () => {
    const secrets = corpusKeys(9).filter((_, i) => i % 16 === 0);
    const missing: string[] = [];
    for (const [name, encode] of Object.entries(MORE_ENCODINGS))
      for (const text of await missed(secrets, ({ value }) => `the value is ${encode(value)} here`))
        missing.push(`${name}: ${text}`);
    const all = secrets.length * Object.keys(MORE_ENCODINGS).length;
    expect(missing.length / all, missing.slice(0, 30).join("\n")).toBeLessThanOrEqual(0.1);
  });

  it("needs no word boundary", async () => {
    const secrets = corpusKeys(1).filter(({ value }) =>
      /^(ghp_|glpat-|sk-ant-|xoxb-|npm_|AIza|eyJ|pypi-|dop_v1_)/.test(value),
    );
    expect(secrets.length).toBeGreaterThan(7);
    expect(await missed(secrets, ({ value }) => `tool${value}`)).toEqual([]);
  });

  it("includes nearly all personal data of the chosen classes", async () => {
    const secrets = rounds.flatMap((n) => corpusPersonal(n));
    const missing = await missed(secrets, ({ inText }, i) => AROUND[i % AROUND.length]?.(inText) ?? inText);
    expect(missing.length / secrets.length, missing.slice(0, 20).join("\n")).toBeLessThanOrEqual(0.03);
  });

  it.each(Object.entries(ENCODINGS))("is most of what is written as %s", async (_, encode) => {
    const secrets = [
      ...corpusKeys(7),
      ...corpusPersonal(7).filter(({ what }) => /mail|card|IBAN/.test(what)),
    ];
    const missing = await missed(secrets, ({ value }) => `the value is ${encode(value)} here`);
    expect(missing.length / secrets.length, missing.slice(0, 20).join("\n")).toBeLessThanOrEqual(0.1);
  });
});
