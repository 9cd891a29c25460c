import type { ListedFindingInput } from "../answers";
import { describe, expect, it } from "vitest";
import { pickTopFindings } from "./top-findings";
import { partOf } from "@/lib/testing/part-of";

const finding = (code: string, parts: Partial<ListedFindingInput> = {}) =>
  partOf<ListedFindingInput>({
    id: `${code} ${parts.fromTurn ?? 3}`,
    code,
    family: "evidence",
    title: "A title",
    severity: "warning",
    fromTurn: 3,
    toTurn: 4,
    numbers: {},
    sentence: `${code} happened.`,
    advice: "Pin it.",
    proof: { href: "/x" },
    ...parts,
  });

describe("the findings to look at first", () => {
  it("are one case of each of the first three kinds in the order of harm, with how many there are besides", () => {
    const top = pickTopFindings("s", [
      finding("a"),
      finding("b", { severity: "serious" }),
      finding("a", { fromTurn: 9 }),
      finding("c"),
      finding("d"),
    ]);
    expect(top.map(({ code, others }) => [code, others])).toEqual([
      ["a", "and 1 more like it; also 1 × d"],
      ["b", ""],
      ["c", ""],
    ]);
  });

  it("are one of each cause: what left and what came of it is told once", () => {
    const top = pickTopFindings("s", [
      finding("refetch", { cause: "r" }),
      finding("silent", { cause: "r", numbers: { tokens: 2_000 } }),
      finding("refetch", { cause: "r", fromTurn: 5 }),
      finding("spike", { cause: "s" }),
    ]);
    expect(top.map(({ code, others }) => [code, others])).toEqual([
      ["refetch", "with it: 1 × silent (2,000 tokens); and 1 more like it"],
      ["spike", ""],
    ]);
  });

  it("name what else there is of a sort of harm, and what it is about", () => {
    const again = (about: string, fromTurn: number) => finding("error.again", { about, fromTurn });
    const top = pickTopFindings("s", [
      again("npm test", 3),
      finding("context.spike"),
      finding("cache.broken"),
      finding("call.failed_again", { about: "a.ts" }),
      again("git\u0007 push", 9),
    ]);
    expect(top.map(({ code, others }) => [code, others])).toEqual([
      [
        "error.again",
        "and 1 more like it: git␇ push; also 1 × The same thing was tried again and failed: a.ts",
      ],
      ["context.spike", ""],
      ["cache.broken", ""],
    ]);
  });

  it("are calls of the model that failed, where a place is left", () => {
    const failed = finding("coverage.call_failed", { family: "coverage" });
    const codes = (...more: ListedFindingInput[]) =>
      pickTopFindings("s", [failed, ...more]).map(({ code }) => code);
    expect(codes(finding("a"))).toEqual(["a", "coverage.call_failed"]);
    expect(codes(finding("a"), finding("b"), finding("c"))).toEqual(["a", "b", "c"]);
  });

  it("are neither notes, suspicions, nor what a person called false", () => {
    const verdict = {
      verdict: "false",
      note: "",
      who: "ada@example.com",
      at: "2026-03-01T10:00:00Z",
    } as const;
    expect(
      pickTopFindings("s", [
        finding("a", { severity: "note" }),
        finding("b", { standing: "suspected", severity: null }),
        finding("c", { family: "coverage", severity: "note" }),
        finding("d", { verdict }),
      ]),
    ).toEqual([]);
  });

  it("lead to why, and to what would have kept it, only where a block had left", () => {
    const claims = [{ is: "left", block: "result:order", turn: 4 }] as const;
    const [left, grew] = pickTopFindings("s", [
      finding("evidence.dangling", { claims, blocks: ["result:order"] }),
      finding("b"),
    ]);
    expect(left).toMatchObject({
      mayBeKept: true,
      showHref: "/x",
      whyHref: "/sessions/s/why?turn=4&block=result%3Aorder",
    });
    expect(grew).toMatchObject({ mayBeKept: false, whyHref: null });
  });
});
