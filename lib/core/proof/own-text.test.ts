import { expect, it } from "vitest";
import { normaliseOwnLines, normaliseOwnText } from "./own-text";

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

it.each([
  ["a:\n    b  = 1  \n\n", "\r\na:\r\n    b = 1\r\n"],
  ["Exit code: 0\nWall time: 0.1 seconds\nOutput:\nname    size", "name size"],
  ["one\n   \ntwo", "one\n\ntwo"],
])("a result %j says the same as %j, whose lines begin alike", (one, other) => {
  expect(normaliseOwnLines(one)).toBe(normaliseOwnLines(other));
});

it.each([
  ["a:\n    b = 1", "a:\n  b = 1"],
  ["a:\n    b = 1", "a:\nb = 1"],
  ["one two", "one\ntwo"],
])("a result %j does not say the same as %j, as a program reads it", (one, other) => {
  expect(normaliseOwnLines(one)).not.toBe(normaliseOwnLines(other));
});
