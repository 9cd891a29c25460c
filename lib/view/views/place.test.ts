import { describe, expect, it } from "vitest";
import { mapPlaceTexts, findViewPlace } from "./place";

describe("placeOf", () => {
  it.each([
    ["", "?turn=12&y=share", { view: "overview", of: "", search: "turn=12&y=share" }],
    ["/", "", { view: "overview", of: "", search: "" }],
    ["/turns/12", "?offset=200", { view: "turn", of: "12", search: "offset=200" }],
    ["/blocks/result%3Ac1", "", { view: "block", of: "result:c1", search: "" }],
    ["/evictions", "?how=cleared&sel=a", { view: "evictions", of: "", search: "how=cleared&sel=a" }],
    ["/replay", "?run=r1&view=compare&p=draft", { view: "replay", of: "", search: "run=r1&view=compare" }],
    ["/why", "?q=token", { view: "why", of: "", search: "q=token" }],
  ])("knows %s%s", (path, search, place) => expect(findViewPlace(path, search)).toEqual(place));

  it("drops parameters that the view does not have", () =>
    expect(findViewPlace("/plan", "?turn=3&secret=1")?.search).toBe("turn=3"));

  it.each([
    ["/incidents", ""],
    ["/incidents/i1", ""],
    ["/replay", ""],
    ["/why", ""],
    ["/facts", "?q2=x"],
    ["/turns/x", ""],
    ["/../other", ""],
    ["/turns/1/window", ""],
  ])("has nothing to share at %s%s", (path, search) => expect(findViewPlace(path, search)).toBeNull());
});

describe("mapPlaceTexts", () => {
  it("changes what is text, item by item in lists, and leaves numbers and words of the program", () => {
    const place = findViewPlace("/evictions", "?turn=3&how=cleared&tool=read,grep&q=needle&sel=b1");
    const changed =
      place &&
      mapPlaceTexts(
        place,
        (text) => `<${text}>`,
        (id) => id,
      );
    expect(Object.fromEntries(new URLSearchParams(changed?.search))).toEqual({
      turn: "3",
      how: "cleared",
      tool: "<read>,<grep>",
      q: "<needle>",
      sel: "<b1>",
    });
  });

  it("gives a replay the name that it has behind a link", () => {
    const place = findViewPlace("/replay", "?run=r1&turn=2");
    const changed =
      place &&
      mapPlaceTexts(
        place,
        (text) => text,
        () => "shared",
      );
    expect(changed?.search).toBe("run=shared&turn=2");
  });
});
