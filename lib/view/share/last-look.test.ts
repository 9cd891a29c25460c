import { describe, expect, it } from "vitest";
import { checkPattern } from "@/lib/core/redaction-pattern";
import type { PreviewHit } from "./last-look";
import {
  makeChosenRule,
  describeChosen,
  listHitKinds,
  makeLearnedRule,
  lookOf,
  findMaskable,
  showMasks,
} from "./last-look";
import type { Shared } from "./view-snapshot";

const hit = (id: string, more: Partial<PreviewHit> = {}): PreviewHit => ({
  id,
  kind: "email",
  kindLabel: "e-mail address",
  label: "e-mail address",
  value: `${id}@example.org`,
  before: "write to ",
  after: " soon",
  places: ["block 0"],
  ...more,
});

describe("the last look", () => {
  it("tells whose value each mask hides, and looks as the share does without that", () => {
    const snapshot = { title: "██ and █", blocks: [{ text: "█" }] } as unknown as Shared;
    const { snapshot: seen, marks } = lookOf(
      snapshot,
      [
        [0, 2],
        [1, 1],
        [-1, 1],
      ],
      2,
    );
    const [first = "", second = ""] = [...marks.keys()];
    expect(seen).toEqual({ title: `${first}${first} and ${second}`, blocks: [{ text: "█" }] });
    expect(JSON.parse(showMasks(JSON.stringify(seen), marks))).toEqual(snapshot);
  });

  it("lists what was found by kind, the largest first, and not what was chosen by hand", () => {
    const hits = [
      hit("a"),
      hit("b", { kind: "password", kindLabel: "password" }),
      hit("c"),
      hit("d", { kind: "rule: chosen by hand", label: "chosen by hand" }),
    ];
    expect(listHitKinds(hits, new Set(["c"])).map(({ label, words }) => [label, words])).toEqual([
      ["e-mail address", "2 values, 1 shown"],
      ["password", "1 value"],
    ]);
  });
});

describe("a text that a person masks", () => {
  it("is the longest part of a selection that is not masked", () => {
    expect(findMaskable(" of ██████ Ada Lovelace ")).toBe("Ada Lovelace");
    expect(findMaskable("██ a ██")).toBeNull();
  });

  it.each(["Ada Lovelace", "a\nb\tc", "**x** (1+1)?", "C:\\temp\\[a].{2}", "ünï 日本 🚀"])(
    "is a rule that matches it as it stands: %j",
    (text) => {
      const { pattern } = makeChosenRule(text);
      expect(checkPattern(pattern)).not.toHaveProperty("problem");
      expect(new RegExp(`^${pattern}$`, "u").test(text)).toBe(true);
      expect(new RegExp(`^${pattern}$`, "u").test(`${text}!`)).toBe(false);
    },
  );

  it("is a text in the project's settings, unless a star in it would mean anything", () => {
    expect(makeLearnedRule("CUST-1")).toMatchObject({ kind: "text", pattern: "CUST-1" });
    expect(makeLearnedRule("a*b")).toMatchObject({ kind: "regex", pattern: "a\\*b" });
    expect(makeLearnedRule("x".repeat(201))).toBeNull();
  });

  it("says where it stands", () => {
    expect(describeChosen("a@example.org", [hit("a")])).toBe("masked in 1 place");
    expect(describeChosen("elsewhere", [hit("a")])).toBe("stands nowhere in it");
  });
});
