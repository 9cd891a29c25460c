import { describe, expect, it } from "vitest";
import { Pace } from "./pace";

const LATER = 10_000;

describe("the pace of recording", () => {
  it("begins at once when no call passes, and waits while one does", () => {
    const pace = new Pace();
    expect(pace.computeDelay({ oldestAt: LATER, fullness: 0 }, LATER)).toBe(0);
    pace.notePassed(LATER);
    const delay = pace.computeDelay({ oldestAt: LATER, fullness: 0 }, LATER);
    expect(delay).toBeGreaterThan(0);
    expect(pace.computeDelay({ oldestAt: LATER, fullness: 0 }, LATER + delay)).toBe(0);
    pace.notePassed(LATER + delay);
    expect(pace.computeDelay({ oldestAt: LATER, fullness: 0 }, LATER + delay)).toBeGreaterThan(0);
  });

  it("records calls that leave no pause, with rests that are longer than the work", () => {
    const pace = new Pace();
    let [now, worked, begun] = [LATER, 0, 0];
    while (begun < 20) {
      pace.notePassed(now);
      if (pace.computeDelay({ oldestAt: LATER, fullness: 0.1 }, now) > 0) now += 1;
      else {
        pace.noteWorked(now, now + 10);
        now += 10;
        worked += 10;
        begun++;
      }
    }
    const oldest = now - LATER;
    expect(oldest / worked).toBeGreaterThan(15);
  });

  it("takes no rest where memory runs short", () => {
    const pace = new Pace();
    pace.notePassed(LATER);
    pace.noteWorked(0, LATER);
    expect(pace.computeDelay({ oldestAt: LATER, fullness: 0.9 }, LATER)).toBe(0);
  });
});
