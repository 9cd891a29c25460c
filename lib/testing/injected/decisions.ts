import type { Injections } from "./injection";
import { opening } from "./scene";

export const DECISION_INJECTIONS: Injections = {
  "decision.turned_round": (draw, isFaulty) => {
    const scene = opening(draw, {}, 2);
    const [name, other] = [`${draw.word()} ${draw.word()} index`, `${draw.word()} ${draw.word()} ledger`];
    const reason = draw.pick([
      ", as it is too slow",
      ": loses rows",
      " because of the price",
      " (no backup)",
    ]);
    const state = {
      goal: draw.words(3, 6),
      ruled_out: [`the ${name}${reason}`],
      next_action: draw.words(2, 4),
    };
    const turn = scene.next;
    scene.event({ type: "checkpoint.taken", turn: turn - 1, state });
    scene.event({ type: "session.restarted", turn });
    const [said, keeps] = [draw.words(3, 9), draw.bool()];
    scene.turn((t) => {
      t.dropAllBut("system").block("state", "state_summary", keeps ? JSON.stringify(state) : `${said}.`);
      scene.look(t);
    });
    const asks = draw.int(1, 6) === 1;
    if (!isFaulty && asks) scene.turn((t) => t.user(`Take the ${name} after all.`));
    scene.noise(0, 4);
    const chosen = draw.pick([
      "I will use the",
      "Let's go with the",
      "Decision: the",
      "We use the",
      "I've decided on the",
    ]);
    const harmless = draw.pick([
      `I will not use the ${name}.`,
      `Should we use the ${name}?`,
      `The ${name} was slow when I looked at it.`,
      `We use the ${other} instead of the ${name}.`,
      `If that fails, I could use the ${name}.`,
      `I will use the ${other}.`,
    ]);
    scene.turn((t) => t.says(isFaulty || asks ? `${chosen} ${name}.` : harmless, "choice"));
    return scene.noise(0, 3).injected({ blocks: ["choice"] });
  },
};
