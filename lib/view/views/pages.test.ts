import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { SESSION_VIEWS } from ".";

const OF = { turn: "[turn]", block: "[blockId]" };

it.each(SESSION_VIEWS)("the view $id has a page at its address", ({ segment, of }) => {
  const folder = ["app/sessions/[id]", segment, of === null ? "" : OF[of]].filter((part) => part !== "");
  expect(existsSync([...folder, "page.tsx"].join("/"))).toBe(true);
});
