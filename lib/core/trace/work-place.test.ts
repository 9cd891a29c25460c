import { describe, expect, it } from "vitest";
import { foldersAbove, plainFolder, workPlaceOf } from "./work-place";

describe("a folder", () => {
  it.each([
    ["/home/me/shop/", "/home/me/shop"],
    ["/home/me/./shop", "/home/me/shop"],
    ["/home//me", "/home/me"],
    ["C:\\work\\shop\\", "c:/work/shop"],
    ["c:/work/shop", "c:/work/shop"],
    ["/home/me/a\\b", "/home/me/a\\b"],
    ["/", "/"],
  ])("%s has one spelling", (given, plain) => expect(plainFolder(given)).toBe(plain));

  it("lies in those above it, without the root", () => {
    expect(foldersAbove("/home/me/shop")).toEqual(["/home/me", "/home"]);
    expect(foldersAbove("/")).toEqual([]);
  });
});

it("is read from what the recording says, and from nothing else", () => {
  expect(workPlaceOf({ attributes: { cwd: "/a/b/" } })).toEqual({ folder: "/a/b" });
  for (const cwd of ["", " ", 7, null, { x: 1 }]) expect(workPlaceOf({ attributes: { cwd } })).toBeNull();
  expect(workPlaceOf({})).toBeNull();
  expect(workPlaceOf(null)).toBeNull();
});
