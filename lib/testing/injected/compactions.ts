import type { Draw } from "./draw";
import type { Injection, Injections } from "./injection";
import { opening } from "./scene";

interface Rule {
  readonly verbatim: string;
  readonly retold: string;
}

function ruleOf(draw: Draw): Rule {
  const [object, place, number] = [`${draw.word()} ledger`, `${draw.word()} archive`, draw.int(3, 90)];
  return draw.pick<Rule>([
    {
      verbatim: `Never publish the ${object} without approval from the ${place}`,
      retold: `Approval from the ${place} comes before we publish the ${object}, never without`,
    },
    {
      verbatim: `You must not delete files of the ${object} in the ${place}`,
      retold: `In the ${place}, delete none of the ${object} files, as we must`,
    },
    {
      verbatim: `Transfer at most ${number} entries of the ${object} to the ${place}`,
      retold: `The limit is ${number}: most entries from the ${object} transfer to the ${place} in parts`,
    },
    {
      verbatim: `Always answer questions about the ${object} in complete sentences`,
      retold: `Questions about the ${object}: complete sentences are how to answer, always`,
    },
  ]);
}

function ruleOverCompaction(faulty: (rule: Rule) => string): Injection {
  return (draw, isFaulty) => {
    const rule = ruleOf(draw);
    const [lead, isList] = [`${draw.words(2, 8)}.`, draw.bool()];
    const scene = opening(draw, {}, 3);
    scene.turn((t) => {
      t.user(
        isList ? `${lead}\n- ${rule.verbatim}\n- ${draw.words(3, 5)}` : `${lead} ${rule.verbatim}.`,
        "rule",
      );
      t.says(draw.words(3, 9), "reply");
    });
    scene.noise(0, 5);
    const turn = scene.next;
    const sentence = isFaulty ? faulty(rule) : draw.bool() ? `"${rule.verbatim}."` : `**${rule.verbatim}**`;
    scene.turn((t) => t.compact("sum", `So far: ${lead}\n${sentence}\nNext: ${lead}`, ["rule", "reply"]));
    return scene.noise(0, 4).injected({ blocks: ["rule", "sum"], turns: [turn] });
  };
}

export const COMPACTION_INJECTIONS: Injections = {
  "constraint.lost": ruleOverCompaction(() => ""),

  "compaction.lost_identifier": (draw, isFaulty) => {
    const scene = opening(draw);
    const value = draw.identifier();
    const text = JSON.stringify({ [draw.word()]: value, state: draw.word() });
    scene.turn((t) => scene.ask(t, "search", { q: draw.words(1, 3) }, "need", text));
    scene.turn((t) => scene.look(t)).noise(0, 4);
    const summary = `${draw.words(5, 30)}${isFaulty ? "" : `, ${value}`}, ${draw.words(1, 9)}.`;
    scene.turn((t) => t.compact("sum", summary, ["call:need", "result:need"])).noise(0, 3);
    scene.turn((t) => t.calls("close", { it: value }, "use"));
    return scene.noise(0, 3).injected({ blocks: ["sum", "result:need"] });
  },

  "summary.empty": (draw, isFaulty) => {
    const scene = opening(draw);
    scene.turn((t) => scene.ask(t, "search", { q: draw.words(1, 3) }, "old", draw.words(9, 90)));
    scene.turn((t) => scene.look(t)).noise(0, 4);
    const [blank, words] = [draw.pick(["", " ", "\n\n", "  \t\n"]), draw.words(4, 20)];
    scene.turn((t) => t.compact("sum", isFaulty ? blank : words, ["call:old", "result:old"]));
    return scene.noise(0, 3).injected({ blocks: ["sum"] });
  },
};
