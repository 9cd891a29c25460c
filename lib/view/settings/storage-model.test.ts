import { describe, expect, it } from "vitest";
import { describeBytes, describePreview, buildStorageModel } from "./storage-model";

describe("what storage takes", () => {
  it("is a number with its unit", () => {
    expect([0, 1, 999, 4_200_000, 120_400_000_000].map(describeBytes)).toEqual([
      "0 bytes",
      "1 byte",
      "999 bytes",
      "4.2 MB",
      "120 GB",
    ]);
  });

  it("is said before it goes", () => {
    expect(describePreview({ sessions: 0, bytes: 0, bySize: 0, held: 1 })).toBe(
      "Nothing would be deleted now. 1 session is old enough and stays: an incident or an open link holds it.",
    );
    expect(describePreview({ sessions: 3, bytes: 2_000, bySize: 1, held: 0 })).toBe(
      "3 sessions would be deleted now, for which 2 kB were received, 1 of them because there is more than is kept.",
    );
  });

  it("says what is not known, and how long the disk lasts", () => {
    const unknown = { databaseBytes: null, freeInTables: null, disk: null, daysLeft: null };
    expect(buildStorageModel({ projects: [], days: [], otherBytes: 0, ...unknown }).sentences).toEqual([
      "How much the database takes is not known here.",
      "The disk of the database is not known here.",
    ]);
    const known = { databaseBytes: 2e9, freeInTables: 1e9, disk: { free: 5e9, size: 1e10 }, daysLeft: 12.7 };
    const days = [
      { day: "2026-11-25", bytes: 500 },
      { day: "2026-11-26", bytes: 1_000 },
    ];
    const projects = [{ name: "Default", sessions: 1, bytes: 1_500 }];
    expect(buildStorageModel({ projects, days, otherBytes: 1_000, ...known })).toEqual({
      projects: [{ name: "Default", size: "1.5 kB", of: "of 1 session" }],
      sentences: [
        "For other projects of this instance 1 kB were received.",
        "The whole database takes 2 GB, with everything derived from the traces. About 1 GB of that is free for new data; npm run compact gives it back to the disk.",
        "Its disk has 5 GB left of 10 GB, enough for about 12 days at the pace of the last 7 days.",
      ],
      days: [
        { day: "2026-11-25", size: "500 bytes", share: 0.5 },
        { day: "2026-11-26", size: "1 kB", share: 1 },
      ],
    });
  });
});
