import { describe, expect, it } from "vitest";
import { listFoldersAbove, normaliseFolder, readWorkPlace } from "./work-place";

describe("a folder", () => {
  it.each([
    ["/home/me/shop/", "/home/me/shop"],
    ["/home/me/./shop", "/home/me/shop"],
    ["/home//me", "/home/me"],
    ["C:\\work\\shop\\", "c:/work/shop"],
    ["c:/work/shop", "c:/work/shop"],
    ["/home/me/a\\b", "/home/me/a\\b"],
    ["/", "/"],
  ])("%s has one spelling", (given, plain) => expect(normaliseFolder(given)).toBe(plain));

  it("lies in those above it, without the root", () => {
    expect(listFoldersAbove("/home/me/shop")).toEqual(["/home/me", "/home"]);
    expect(listFoldersAbove("/")).toEqual([]);
  });
});

it("is read from what the recording says, and from nothing else", () => {
  expect(readWorkPlace({ attributes: { cwd: "/a/b/" } })).toEqual({ folder: "/a/b" });
  for (const cwd of ["", " ", 7, null, { x: 1 }]) expect(readWorkPlace({ attributes: { cwd } })).toBeNull();
  expect(readWorkPlace({})).toBeNull();
  expect(readWorkPlace(null)).toBeNull();
});
