import { expect, it } from "vitest";
import { appendEvents } from "@/lib/db/log/append";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { trace } from "@/lib/testing/trace-builder";
import { testWorker, worked } from "@/lib/testing/worker";
import { getConversation } from "./get-conversation";

testWorker();
const db = testDatabase();

async function spoken(turns: number) {
  const project = freshProject();
  await db.project.create({ data: { id: project, name: project } });
  const built = trace("s");
  for (let turn = 0; turn < turns; turn++)
    built.turn((t) => {
      if (turn % 4 === 0) t.user(`prompt ${turn}`);
      if (turn > 0) t.result(`c${turn - 1}`, `result ${turn - 1}`);
      t.says(`answer ${turn}`).calls("look", { turn }, `c${turn}`);
    });
  await appendEvents(db, project, built.events(), "refuse");
  await worked(db, project);
  return (query: { turn?: number; turns?: number }) =>
    getConversation(db, project, "s", { turns: 5, ...query });
}

it("reads as it was said: the prompt, the answer and its call, the result", async () => {
  const page = await (await spoken(6))({ turn: 1 });
  const said = page.lines.map(({ turn, text }) => `${turn} ${text}`);
  expect(said.slice(0, 3)).toEqual(["0 prompt 0", "0 answer 0", expect.stringMatching(/^0 \{/)]);
  expect(said.indexOf("0 result 0")).toBeLessThan(said.indexOf("1 answer 1"));
  expect(said.indexOf("4 prompt 4")).toBeLessThan(said.indexOf("4 answer 4"));
  expect(page.exchanges.map(({ from, to, cost }) => [from, to, cost])).toEqual([
    [0, 3, null],
    [4, 5, null],
  ]);
  expect(page.prompts.map(({ turn, preview }) => [turn, preview])).toEqual([
    [0, "prompt 0"],
    [4, "prompt 4"],
  ]);
});

it("has every line on one page and no other", async () => {
  const read = await spoken(13);
  const pages = [await read({}), await read({ turn: 7 }), await read({ turn: 12 })];
  expect(pages.map(({ from, to, previous, next }) => [from, to, previous, next])).toEqual([
    [0, 4, null, 5],
    [5, 9, 4, 10],
    [10, 12, 9, null],
  ]);
  const ids = pages.flatMap(({ lines }) => lines.map(({ blockId }) => blockId));
  expect(new Set(ids).size).toBe(ids.length);
  // 4 prompts, 13 answers with a call each, 12 results.
  expect(ids).toHaveLength(4 + 13 * 2 + 12);
  expect(ids.filter((id) => id.startsWith("result"))).toHaveLength(12);
  expect(pages.flatMap(({ turns }) => turns.map(({ turn }) => turn))).toHaveLength(13);
});

it("opens the last page for a turn that is not there", async () => {
  expect((await (await spoken(6))({ turn: 999 })).to).toBe(5);
});
