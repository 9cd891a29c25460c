import { expect, it } from "vitest";
import { normaliseOwnText } from "./own-text";

it.each([
  ["Chunk ID: 8d2d9f\nWall time: 1.2388 seconds\nProcess exited with code 0\nOutput:\n3  files", "3 files"],
  ["Script completed\nWall time 0.1 seconds\nOutput:\n3 files", "3 files"],
  ["Exit code: 2\nWall time: 0.1 seconds\nOutput:\n", ""],
  ["3 files\n<system-reminder>Be careful.</system-reminder>\n", "3 files"],
  [
    "<system-reminder>Be careful.</system-reminder>\n3 files",
    "<system-reminder>Be careful.</system-reminder> 3 files",
  ],
  ["Wall time is not told.\nOutput:\n3 files", "Wall time is not told. Output: 3 files"],
])("a result %j is %j without what its harness adds", (text, own) => {
  expect(normaliseOwnText(text)).toBe(own);
});
