import type { Draw } from "./draw";
import type { Injected, Injections } from "./injection";
import { opening } from "./scene";

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 5, 9);
const MINUTE = 60_000;

function written(draw: Draw, text: string, fields: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(fields);
  const attributes = pairs.map(([name, value]) => `${name}="${value}"`).join(" ");
  return draw.pick([
    JSON.stringify({ text, ...fields }),
    JSON.stringify({ meta: fields, text }),
    `---\n${pairs.map(([name, value]) => `${name}: ${value}`).join("\n")}\n---\n${text}`,
    `- ${text} [${pairs.map(([name, value]) => `${name}=${value}`).join("; ")}]`,
    `<memory ${attributes}>${text}</memory>`,
    `${pairs.map(([name, value]) => `**${name}:** ${value}`).join("\n")}\n\n${text}`,
  ]);
}

/** Memories that stand in the window from some turn on. The last one is the one under test. */
function remembering(draw: Draw, others: readonly string[], last: string, scene = opening(draw)): Injected {
  scene.turn((t) => {
    [...others, last].forEach((text, i) => t.block(`memory${i}`, "memory", text));
    scene.look(t);
  });
  return scene.noise(0, 4).injected({ blocks: [`memory${others.length}`] });
}

const note = (draw: Draw) => draw.words(2, 9);
const confidence = (draw: Draw, sure: boolean) => {
  const percent = sure ? draw.int(70, 99) : draw.int(5, 50);
  return draw.pick<string | number>([
    percent / 100,
    `${percent}%`,
    sure ? "high" : "low",
    sure ? "9/10" : "3/10",
  ]);
};

function dated(draw: Draw, at: number): string {
  const date = new Date(at);
  const [year, month, day] = date.toISOString().slice(0, 10).split("-");
  const name = date.toLocaleString("en-US", { month: "long", timeZone: "UTC" });
  return draw.pick([
    `${year}-${month}-${day}`,
    `${year}-${month}-${day}T10:30:00Z`,
    `${year}-${month}-${day}T10:30:00+02:00`,
    `${year}/${month}/${day}`,
    `${Number(day)} ${name} ${year}`,
    `${name} ${Number(day)}, ${year}`,
    String(Math.floor(at / 1_000)),
  ]);
}

function ending(draw: Draw, at: number): Record<string, string | number> {
  const days = draw.int(3, 90);
  const [asOf, since] = [
    draw.pick(["created_at", "learned", "stored at", "as of"]),
    dated(draw, at - days * DAY),
  ];
  const length = draw.pick<string | number>([
    `${days}d`,
    `${days} days`,
    `P${days}D`,
    `${days * 24}h`,
    days * 86_400,
  ]);
  return draw.pick([
    { [draw.pick(["expires_at", "valid_until", "expires", "expiry", "expiresOn"])]: dated(draw, at) },
    { [asOf]: since, [draw.pick(["ttl", "max_age", "timeToLive"])]: length },
    { [asOf]: since, ttl_days: days },
  ]);
}

function endingWithin(draw: Draw, isFaulty: boolean): Injected {
  const scene = opening(draw, {}, 3);
  const from = scene.next;
  const minutes = isFaulty ? draw.int(1, 3) : draw.int(400, 9_000);
  const end = draw.bool()
    ? { expires_at: new Date(START + (from + minutes) * MINUTE + 30_000).toISOString() }
    : {
        ttl: draw.pick<string | number>([`${minutes}m`, `${minutes} minutes`, `PT${minutes}M`, minutes * 60]),
      };
  const text = written(draw, note(draw), end);
  scene.turn((t) => {
    t.block("memory0", "memory", text);
    scene.look(t);
  });
  return scene.noise(6, 9).injected({ blocks: ["memory0"] });
}

/** A value from a memory is used: directly, after a result confirmed it, in a lookup, or as a doubt. */
function using(draw: Draw, isFaulty: boolean): Injected {
  const value = draw.identifier();
  const text = written(draw, `the ${draw.word()} is ${value}`, { confidence: confidence(draw, false) });
  const sure = written(draw, `the ${draw.word()} is ${value}`, { confidence: confidence(draw, true) });
  const kind = draw.pick(["sure", "confirmed", "lookup", "doubt"]);
  const scene = opening(draw, {}, 3);
  scene.turn((t) => {
    t.block("memory0", "memory", !isFaulty && kind === "sure" ? sure : text);
    if (!isFaulty && kind === "confirmed")
      scene.ask(t, "read", { of: draw.word() }, "proof", JSON.stringify({ found: value }));
    else scene.look(t);
  });
  scene.turn((t) => scene.look(t)).noise(0, 3);
  scene.turn((t) => {
    if (isFaulty || kind === "sure" || kind === "confirmed") t.calls("send", { to: value }, "use");
    else if (kind === "lookup") t.calls("get_item", { id: value }, "use");
    else t.says(`According to my memory it might be ${value}, let me check.`, "use");
  });
  return scene.noise(0, 2).injected({ blocks: ["memory0"] });
}

export const MEMORY_INJECTIONS: Injections = {
  "memory.unscoped": (draw, isFaulty) => {
    const scoped = () =>
      written(draw, note(draw), { [draw.pick(["scope", "project", "user"])]: draw.word() });
    const [others, last] = [Array.from({ length: draw.int(1, 4) }, scoped), scoped()];
    return remembering(draw, others, isFaulty ? note(draw) : last);
  },
  "memory.unsourced": (draw, isFaulty) => {
    const sourced = () =>
      written(draw, note(draw), {
        [draw.pick(["source", "origin", "learned_from"])]: `run-${draw.int(1, 99)}`,
      });
    const [others, last] = [Array.from({ length: draw.int(1, 4) }, sourced), sourced()];
    return remembering(draw, others, isFaulty ? note(draw) : last);
  },
  "memory.candidate": (draw, isFaulty) => {
    const field = draw.pick<readonly [string, string, string]>([
      ["status", "candidate", "verified"],
      ["review", "pending", "approved"],
      ["verified", "false", "true"],
      ["stage", "proposed", "promoted"],
    ]);
    return remembering(draw, [], written(draw, note(draw), { [field[0]]: isFaulty ? field[1] : field[2] }));
  },
  "memory.raised": (draw, isFaulty) => {
    const scene = opening(draw);
    const verified = { [draw.pick(["verified_by", "approved_by", "last_verified_at"])]: "2026-01-02" };
    const [isFact, plain, proven] = [draw.bool(), draw.words(6, 12), written(draw, note(draw), verified)];
    const trust = isFaulty ? draw.pick(["trusted", "fact"]) : isFact ? "fact" : "untrusted";
    const text = isFaulty ? plain : isFact ? proven : plain;
    const how = draw.pick(["at once", "later", "copied"]);
    scene.turn((t) => {
      t.block("memory0", "memory", text, how === "at once" ? { trust } : {});
      scene.look(t);
    });
    if (how === "at once") return scene.noise(0, 4).injected({ blocks: ["memory0"] });
    scene.noise(0, 3);
    const again = { id: "memory0", kind: "memory", content: text, trust };
    if (how === "later") scene.event({ type: "block.recorded", turn: scene.next, block: again });
    const label = isFaulty ? "" : "\n## Memories\n";
    scene.turn((t) => {
      if (how === "copied") t.block("rules2", "system_rules", `Be brief.${label} ${text}.`);
      scene.look(t);
    });
    return scene.noise(0, 4).injected({ blocks: ["memory0"] });
  },
  "memory.wrong_scope": (draw, isFaulty) => {
    const [own, other] = [`${draw.word()}-${draw.int(10, 99)}a`, `${draw.word()}-${draw.int(10, 99)}b`];
    const [kind, said] = draw.pick<readonly [string, string]>([
      ["project", "Project"],
      ["repository", "Repository"],
      ["user", "User"],
      ["workspace", "Workspace"],
      ["branch", "Branch"],
    ]);
    const scene = opening(draw, {}, 3);
    scene.turn((t) => t.block("where", "system_rules", `You help with code.\n${said}: ${own}\nBe brief.`));
    const held = draw.pick(["kind", "scope"]);
    const name = isFaulty ? other : own;
    const fields: Record<string, string> = held === "kind" ? { [kind]: name } : { scope: `${kind}:${name}` };
    return remembering(draw, [], written(draw, note(draw), fields), scene);
  },
  "memory.expired": (draw, isFaulty) => {
    const isWithin = draw.bool();
    if (isWithin) return endingWithin(draw, isFaulty);
    const at = (past: boolean) => START + (past ? -draw.int(3, 900) : draw.int(3, 900)) * DAY;
    const others = Array.from({ length: draw.int(0, 3) }, () =>
      written(draw, note(draw), ending(draw, at(false))),
    );
    return remembering(draw, others, written(draw, note(draw), ending(draw, at(isFaulty))));
  },
  "memory.unsure_used": using,
};
