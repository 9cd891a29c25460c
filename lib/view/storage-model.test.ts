import { describe, expect, it } from "vitest";
import { bytesWords, previewWords, storageWords } from "./storage-model";

describe("what storage takes", () => {
  it("is a number with its unit", () => {
    expect([0, 1, 999, 4_200_000, 120_400_000_000].map(bytesWords)).toEqual([
      "0 bytes",
      "1 byte",
      "999 bytes",
      "4.2 MB",
      "120 GB",
    ]);
  });

  it("is said before it goes", () => {
    expect(previewWords({ sessions: 0, bytes: 0, bySize: 0, held: 1 })).toBe(
      "Nothing would be deleted now. 1 session is old enough and stays: an incident or an open link holds it.",
    );
    expect(previewWords({ sessions: 3, bytes: 2_000, bySize: 1, held: 0 })).toBe(
      "3 sessions would be deleted now, for which 2 kB were received, 1 of them because there is more than is kept.",
    );
  });

  it("says what is not known, and how long the disk lasts", () => {
    expect(
      storageWords({ otherBytes: 0, databaseBytes: null, freeInTables: null, disk: null, daysLeft: null }),
    ).toEqual([
      "How much the database takes is not known here.",
      "The disk of the database is not known here.",
    ]);
    const disk = { free: 5e9, size: 1e10 };
    expect(
      storageWords({ otherBytes: 1_000, databaseBytes: 2e9, freeInTables: 1e9, disk, daysLeft: 12.7 }),
    ).toEqual([
      "For other projects of this instance 1 kB were received.",
      "The whole database takes 2 GB, with all that was worked out. About 1 GB of that is free for new data; npm run compact gives it back to the disk.",
      "Its disk has 5 GB left of 10 GB, enough for about 12 days at the pace of the last 7 days.",
    ]);
  });
});
