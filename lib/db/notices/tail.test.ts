import { describe, expect, it } from "vitest";
import type { SessionNotice } from "./notices";
import { Tail } from "./tail";

const notice = (session: string, version: number, more: Partial<SessionNotice> = {}): SessionNotice => ({
  project: "p",
  session,
  version,
  deleted: false,
  fromTurn: null,
  lastTurn: null,
  ...more,
});

const newTail = () => new Tail(() => undefined);

describe("a tail", () => {
  it("tells several changes of a session as one, from the first turn that any of them wrote", async () => {
    const tail = newTail();
    tail.push(notice("a", 1, { fromTurn: 4, lastTurn: 4 }));
    tail.push(notice("a", 2, { fromTurn: 2, lastTurn: 5 }));
    tail.push(notice("a", 3, { lastTurn: 5 }));
    tail.push(notice("b", 4));
    expect(await tail.take(0)).toEqual({
      reset: false,
      notices: [notice("a", 3, { fromTurn: 2, lastTurn: 5 }), notice("b", 4)],
    });
    expect(await tail.take(0)).toBeNull();
  });

  it("waits for what comes", async () => {
    const tail = newTail();
    const news = tail.take(5_000);
    tail.push(notice("a", 1));
    expect((await news)?.notices).toHaveLength(1);
  });

  it("forgets what a slow reader does not take, and says so", async () => {
    const tail = newTail();
    for (let i = 0; i < 5_000; i++) tail.push(notice(`session ${i}`, i));
    const news = await tail.take(0);
    expect(news?.reset).toBe(true);
    expect(news?.notices.length).toBeLessThanOrEqual(1_000);
  });

  it("ends whoever waits when it is closed, and takes nothing more", async () => {
    let closed = 0;
    const tail = new Tail(() => closed++);
    const news = tail.take(5_000);
    tail.close();
    tail.close();
    tail.push(notice("a", 1));
    expect([await news, await tail.take(0), closed]).toEqual([null, null, 1]);
  });
});
