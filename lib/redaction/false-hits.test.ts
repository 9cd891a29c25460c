import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { filled, password } from "@/lib/testing/masking/filled";
import { KEYS } from "@/lib/testing/masking/keys";
import { LOOK_ALIKES } from "@/lib/testing/masking/look-alikes";
import { NAMED } from "@/lib/testing/masking/named-credentials";
import { makeScanner } from "./classes";
import { NO_CUSTOM_RULES } from "./custom";
import { maskTexts } from "./mask";
import { scanText } from "./scan-text";

/** Real sessions outside the project. Without them the test is skipped and says so. */
const TRACES = path.resolve("../shared/traces");
const FILE_CHARS_MAX = 150_000;
const ENDINGS = /\.(?:jsonl?|txt|md)$/;
/** Names, addresses and numbers of people, real or invented. These sessions hold many, and finding them is right. */
const PERSONAL: ReadonlySet<string> = new Set(["home", "email", "phone"]);
const CEILING = { perThousandLines: 0.3, lookAlikes: 0.03 };

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(at);
    return ENDINGS.test(entry.name) ? [at] : [];
  });
}

function textsIn(value: unknown, texts: string[]): void {
  if (typeof value === "string") texts.push(value);
  else if (typeof value === "object" && value !== null)
    for (const item of Object.values(value)) textsIn(item, texts);
}

function textOfFile(file: string): string {
  const texts: string[] = [];
  for (const line of readFileSync(file, "utf8").slice(0, FILE_CHARS_MAX).split("\n"))
    try {
      textsIn(JSON.parse(line), texts);
    } catch {
      texts.push(line);
    }
  return texts.join("\n");
}

describe("hits that are none", () => {
  it.skipIf(!existsSync(TRACES))(
    "are few in real sessions (needs the real sessions beside the project)",
    () => {
      const scan = makeScanner(NO_CUSTOM_RULES);
      let lines = 0;
      const wrong: string[] = [];
      for (const text of filesBelow(TRACES).map(textOfFile)) {
        lines += text.split("\n").length;
        for (const { detector, value } of scanText(text, scan))
          if (!PERSONAL.has(detector)) wrong.push(`${detector} ${value.slice(0, 80)}`);
      }
      expect(lines).toBeGreaterThan(50_000);
      expect((wrong.length / lines) * 1_000, wrong.join("\n")).toBeLessThanOrEqual(CEILING.perThousandLines);
    },
    300_000,
  );

  const lookAlikes = LOOK_ALIKES.map((form, i) => filled(form, i + 7_000));
  const changed = async (others: readonly string[]) => {
    const texts = [...lookAlikes, ...others].map((text, i) => ({ place: `block ${i}`, text }));
    const { masked } = await maskTexts(texts, { rules: NO_CUSTOM_RULES, reveal: new Set() });
    return lookAlikes.flatMap((text, i) =>
      masked[i] === text ? [] : [`${text.slice(0, 80)} → ${(masked[i] ?? "").slice(0, 80)}`],
    );
  };

  it("are few of what looks like a secret", async () => {
    const wrong = await changed([]);
    expect(wrong.length / lookAlikes.length, wrong.join("\n")).toBeLessThanOrEqual(CEILING.lookAlikes);
  });

  it("are few of it in a session full of secrets", async () => {
    const keys = KEYS.map((form, i) => `found ${filled(form, i)} there`);
    const named = Object.entries(NAMED).flatMap(([kind, places]) =>
      places.map((place, i) =>
        place.replace("§", () =>
          kind === "pw" ? password(i) : filled(kind === "tok" ? "{32:alnum}" : kind, i),
        ),
      ),
    );
    const wrong = await changed([...keys, ...named]);
    expect(wrong.length / lookAlikes.length, wrong.join("\n")).toBeLessThanOrEqual(CEILING.lookAlikes);
  });

  it("are no versions, positions, names of packages and words that a found value holds", async () => {
    const texts = [
      "DATABASE_URL=postgres://postgres:postgres@db/app and POSTGRES_PASSWORD=postgres",
      "image: postgres:16.3",
      "password: Winter-2024",
      "the Winter-20245 report, v2024.1",
      "src/app/page.tsx:12:34: error TS2345",
      "npm i react@19.2.0 @types/node@20 icon@2x.png",
    ];
    const { masked } = await maskTexts(
      texts.map((text, i) => ({ place: `block ${i}`, text })),
      { rules: NO_CUSTOM_RULES, reveal: new Set() },
    );
    for (const i of [1, 3, 4, 5]) expect(masked[i]).toBe(texts[i]);
    expect(masked[2]).not.toBe(texts[2]);
  });
});
