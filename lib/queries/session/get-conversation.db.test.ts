import { expect, it } from "vitest";
import { appendEvents } from "@/lib/db/log/append";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { trace } from "@/lib/testing/trace-builder";
import { testWorker, worked } from "@/lib/testing/worker";
import { getConversation } from "./get-conversation";

testWorker();
const db = testDatabase();

async function spoken(turns: number, promptEvery = 4) {
  const project = freshProject();
  await db.project.create({ data: { id: project, name: project } });
  const built = trace("s");
  for (let turn = 0; turn < turns; turn++)
    built.turn((t) => {
      if (turn % promptEvery === 0) t.user(`prompt ${turn}`);
      if (turn > 0) t.result(`c${turn - 1}`, `result ${turn - 1}`);
      t.says(`answer ${turn}`).calls("look", { turn }, `c${turn}`);
    });
  await appendEvents(db, project, built.events(), "refuse");
  await worked(db, project);
  return (query: { turn?: number; turns?: number; prompt?: number }) =>
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
  expect(page).toMatchObject({ exchangesBefore: 0, exchangesTotal: 2, promptsFrom: 0, promptsTotal: 2 });
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

it("lists the prompts around the page or around a prompt, and the exchanges of the page, of however many", async () => {
  const read = await spoken(240, 1);
  const page = await read({ turn: 120 });
  expect(page).toMatchObject({
    promptsFrom: 70,
    promptsTotal: 240,
    exchangesBefore: 120,
    exchangesTotal: 240,
  });
  expect(page.prompts.map(({ turn }) => turn)).toEqual(Array.from({ length: 100 }, (_, n) => n + 70));
  expect(page.exchanges.map(({ from }) => from)).toEqual([120, 121, 122, 123, 124]);
  expect(await read({ prompt: 0, turns: 1 })).toMatchObject({ promptsFrom: 0 });
  const last = await read({ prompt: 239, turns: 1 });
  expect([last.promptsFrom, last.prompts.at(-1)?.preview]).toEqual([140, "prompt 239"]);
});

it("counts what stands before the first prompt as an exchange", async () => {
  const project = freshProject();
  await db.project.create({ data: { id: project, name: project } });
  const built = trace("s");
  for (let turn = 0; turn < 6; turn++)
    built.turn((t) => {
      if (turn === 4) t.user("at last");
      t.says(`answer ${turn}`);
    });
  await appendEvents(db, project, built.events(), "refuse");
  await worked(db, project);
  const page = await getConversation(db, project, "s", { turns: 2, turn: 4 });
  expect(page.exchanges.map(({ from, to }) => [from, to])).toEqual([[4, 5]]);
  expect(page).toMatchObject({ exchangesBefore: 1, exchangesTotal: 2 });
});
