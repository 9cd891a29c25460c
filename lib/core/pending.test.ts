import { describe, expect, it } from "vitest";
import { hasFigures, describePending } from "./pending";

const receivedAt = new Date("2026-01-01T00:00:00Z");
const updatedAt = new Date("2026-01-01T00:05:00Z");
const at = (
  lastSeq: number,
  derivedSeq: number,
  analysedSeq: number,
  analysisRefused: string | null = null,
) => describePending({ lastSeq, derivedSeq, analysedSeq, receivedAt, updatedAt, analysisRefused });

describe("what is still being worked out of a session", () => {
  it("is nothing of what is too large to analyse, but the turns that cannot be read yet", () => {
    expect(at(8, 8, 0, "it takes more than 15 minutes")).toBeNull();
    expect(at(8, 8, 4, "it takes more than 15 minutes")).toBeNull();
    expect(at(8, 7, 4, "it takes more than 15 minutes")?.what).toBe("turns");
  });

  it("is all of it, since it began, while nothing of it can be read", () => {
    expect(at(8, 0, 0)).toEqual({ what: "all", since: receivedAt.toISOString() });
  });

  it("is some turns, since the newest were received, while some can be read", () => {
    expect(at(22, 1, 1)).toEqual({ what: "turns", since: updatedAt.toISOString() });
    expect(at(22, 21, 0)).toMatchObject({ what: "turns" });
  });

  it("is its findings while it is not analysed to its end", () => {
    expect(at(22, 22, 0)).toEqual({ what: "findings", since: updatedAt.toISOString() });
    expect(at(22, 22, 21)).toMatchObject({ what: "findings" });
  });

  it("is nothing when it is analysed to its end, and when nothing was received", () => {
    expect([at(22, 22, 22), at(0, 0, 0)]).toEqual([null, null]);
  });
});

it("figures are unknown only while nothing is worked out", () => {
  expect([0, 1, 8].map((derivedSeq) => hasFigures({ lastSeq: 8, derivedSeq }))).toEqual([false, true, true]);
});
