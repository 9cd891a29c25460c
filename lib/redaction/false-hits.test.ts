import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { scanner } from "./classes";
import { NO_RULES } from "./custom";
import { scanText } from "./scan-text";
import { NO_SECRETS } from "@/lib/testing/secrets/no-secrets";
import { NO_SECRETS_IN_CODE } from "@/lib/testing/secrets/no-secrets-in-code";

/** Real sessions outside the project. Without them the test is skipped and says so. */
const TRACES = path.resolve("../shared/traces");
const FILE_CHARS_MAX = 150_000;
const ENDINGS = /\.(?:jsonl?|txt|md)$/;

/**
 * Names, addresses, numbers and birth dates of people, real or invented. These sessions contain many, and finding them is correct.
 */
const IS_PERSON =
  /^(?:birth-date .*|home [\w.]+|phone(?:-us)? 555-.*|email [\w.]+@[a-z-]+(?:\.[a-z-]+){0,3}\.(?:com|dev|ai|org|net))$/;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(at);
    return ENDINGS.test(entry.name) ? [at] : [];
  });
}

function textsIn(value: unknown, texts: string[]): void {
  if (typeof value === "string") texts.push(value);
  else if (Array.isArray(value)) for (const item of value) textsIn(item, texts);
  else if (typeof value === "object" && value !== null)
    for (const item of Object.values(value)) textsIn(item, texts);
}

function textsOfFile(file: string): string[] {
  const texts: string[] = [];
  const raw = readFileSync(file, "utf8").slice(0, FILE_CHARS_MAX);
  for (const line of raw.split("\n"))
    try {
      textsIn(JSON.parse(line), texts);
    } catch {
      texts.push(line);
    }
  return texts;
}

describe("hits in real sessions", () => {
  it.skipIf(!existsSync(TRACES))(
    "are few that are none (needs the real sessions beside the project)",
    () => {
      const scan = scanner(NO_RULES);
      const hits = new Map<string, number>();
      let lines = 0;
      for (const file of filesBelow(TRACES)) {
        const text = textsOfFile(file).join("\n");
        lines += text.split("\n").length;
        for (const { detector, value } of scanText(text, scan)) {
          const name = `${detector} ${value.slice(0, 80)}`;
          hits.set(name, (hits.get(name) ?? 0) + 1);
        }
      }
      const told = [...hits].filter(([name]) => !IS_PERSON.test(name)).sort((a, b) => b[1] - a[1]);
      const sum = told.reduce((all, [, count]) => all + count, 0);
      expect(lines).toBeGreaterThan(50_000);
      expect(
        (sum / lines) * 1_000,
        told.map(([name, count]) => `${count} ${name}`).join("\n"),
      ).toBeLessThanOrEqual(0.5);
    },
    300_000,
  );

  it("do not include positions in files, versions, times and package names", () => {
    const text = [
      "src/app/page.tsx:12:34: error TS2345",
      "lib/core/a.ts:100:5",
      "at run (/srv/app/node_modules/x/index.js:1:2)",
      "npm i react@19.2.0 @types/node@20 icon@2x.png",
      "2026-11-22T03:29:40.123Z 12:34:56 1.2.3-rc.4",
      "Elapsed: 0:01:23.456, token count: 123456, max_tokens: 4096",
      "import { password } from './password'; const token = getToken(user);",
      "password: string; apiKey?: string | undefined; secret = process.env.SECRET",
      "def login(username: str, password: str = None) -> Token:",
      "commit 7671bc2f6de6808a1b2c3d4e5f60718293a4b5c6",
      "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      "id 123e4567-e89b-12d3-a456-426614174000",
      "std::vector<int> a::b::c fe:12:aa",
      "git@github.com:org/repo.git",
      "http://localhost:3000/path/@scope/pkg",
      "the /home/ folder, https://example.org/home/page",
    ].join("\n");
    expect(scanText(text, scanner(NO_RULES)).map(({ detector, value }) => `${detector}: ${value}`)).toEqual(
      [],
    );
  });

  it.each([...NO_SECRETS, ...NO_SECRETS_IN_CODE])(
    "do not include what is called like a secret or stands like one: %s",
    (text) => expect(scanText(text, scanner(NO_RULES))).toEqual([]),
  );
});
