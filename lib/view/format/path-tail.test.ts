import { expect, it } from "vitest";
import { splitPathTail } from "./path-tail";

it("keeps the name of a file whole", () => {
  expect(splitPathTail("Read /home/u/lib/otel/helpers.ex")).toEqual({
    head: "Read /home/u/lib/otel",
    tail: "/helpers.ex",
  });
});

it.each(["npm run check", "/tmp", "ls a/b and more", "a folder/", `x/${"y".repeat(60)}`])(
  "leaves %j whole, which ends with no short name of a path",
  (text) => expect(splitPathTail(text)).toEqual({ head: text, tail: "" }),
);
