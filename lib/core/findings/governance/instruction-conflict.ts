import { groupBy } from "../../group-by";
import type { SourceKind } from "../../vocabulary";
import { findingKind } from "../kinds";
import type { Constraint } from "../integrity/constraints";
import { ordersOf } from "../integrity/constraints";
import { significantWords } from "../integrity/paraphrased";
import type { FindingInput, FindingRule } from "../rule/rule";
import { nameOfBlock, shortWords } from "../rule/subject";
import { folderOf, plainPath } from "../../governance/paths";

const CHOICES = [
  "npm, pnpm, yarn, bun",
  "tabs, spaces",
  "jest, vitest, mocha, ava, jasmine",
  "single quotes, double quotes",
  "rebase, merge commits, squash",
  "camelcase, snake_case, kebab-case, pascalcase",
  "all tests|full tests|full test suite|entire test suite|whole test suite, package tests|related tests|affected tests|smallest relevant test",
  "poetry, pipenv, uv, conda",
  "black, yapf, autopep8",
  "eslint, biome, tslint",
  "english, german, french, spanish, chinese, japanese",
  "javascript, typescript",
  "pytest, unittest, nose",
  "default exports|default export, named exports|named export",
  "classes|class components, functions|function components",
  "relative imports, absolute imports",
  "british english|british spelling, american english|american spelling",
  "async/await, callbacks",
  "mit license|mit licence, apache license|apache licence, gpl",
].map((line) => line.split(", ").map((choice) => choice.split("|")));
/**
 * Languages conflict only for the same purpose: commits can be in one language, texts for users in another.
 */
const LANGUAGES = CHOICES.find((choices) => choices[0]?.[0] === "english");
const NEGATED =
  /\b(?:do not|don'?t|never|must not|mustn'?t|may not|shall not|avoid|omit|skip|refrain|stop|no longer|forbidden|not allowed|without)\b/i;
const ASKED = /\?\s*$|\b(?:if|unless|when|except|or)\b/i;
/** The rejected option in a sentence: "use pnpm, not npm". */
const SET_ASIDE = /,?\s(?:and )?(?:not|never|instead of|rather than|over)\s[^,.;]{1,60}/gi;
const FRAMES =
  /^(?:free|freely|allow|permit|whenev|anytim|directly|fin|okay|avoid|omit|skip|refrain|stop|keep|target|prefer|alway|ensur)/;
/** Limits: a stricter one keeps the other one too. */
const LIMITS =
  /\b(?:at most|at least|under|below|within|up to|less|fewer|more than|max\w*|min\w*|no more)\b/i;
const HOLDS_FOR = /\b(?:in|for|on|inside|under|within|of)\s+(.{1,80})$/i;
const WORDS_FEW = 5;
const PAIRS_MAX = 40;
const CHOOSES =
  /\b(?:target|use|uses|using|run|prefer|indent|write|install|format|name|answer|reply|with)\b/i;

export const instructionsConflict: FindingRule = {
  ...findingKind("instructions.conflict"),
  *find(input) {
    let count = 0;
    for (const [one, other, about] of conflictsIn(ordersOf(input))) {
      if (isUser(input, one) && isUser(input, other)) continue;
      const turn = sharedTurn(input, one.block, other.block);
      if (turn === null) continue;
      if (++count > PAIRS_MAX) return;
      const wins = winnerOf(input, one, other);
      yield {
        from: turn,
        to: turn,
        blocks: [one, other].flatMap(({ block }) => input.session.blocks[block]?.id ?? []),
        numbers: {},
        sentence: `From turn ${turn} on ${nameOfBlock(input, one.block)} says "${shortWords(one.text)}" and ${nameOfBlock(input, other.block)} says "${shortWords(other.text)}"${about === null ? "" : ` (${about})`}; ${wins === null ? "nothing says which counts" : `by rank ${nameOfBlock(input, wins)} counts`}.`,
        proof: { view: "turn", turn },
      };
    }
  },
};

type Conflict = readonly [Constraint, Constraint, string | null];

function* conflictsIn(orders: readonly Constraint[]): Iterable<Conflict> {
  const plain = orders.filter(({ text }) => !ASKED.test(text));
  yield* contradicted(plain);
  for (const choices of CHOICES) {
    const chosen = plain.flatMap((order) => {
      const said = order.plain.replace(SET_ASIDE, " ");
      const names = choices.filter((one) => one.some((name) => hasWord(said, name)));
      const [first] = names[0] ?? [];
      return names.length === 1 && first !== undefined && CHOOSES.test(order.text) && !NEGATED.test(said)
        ? [{ order, name: first }]
        : [];
    });
    const [first] = chosen;
    const other = chosen.find(
      ({ name, order }) =>
        first !== undefined &&
        name !== first.name &&
        order.block !== first.order.block &&
        mayMeet(order, first.order, choices.flat()) &&
        (choices !== LANGUAGES || areOfOne(order, first.order, choices.flat())),
    );
    if (first !== undefined && other !== undefined)
      yield [first.order, other.order, `${first.name} or ${other.name}`];
  }
}

function* contradicted(orders: readonly Constraint[]): Iterable<Conflict> {
  for (const [key, same] of groupBy(orders, aboutOf)) {
    if (key === "") continue;
    const [no, yes] = [
      same.find(({ text }) => NEGATED.test(text)),
      same.find(({ text }) => !NEGATED.test(text)),
    ];
    if (no !== undefined && yes !== undefined && no.block !== yes.block && mayMeet(no, yes))
      if (haveSameNumbers(numbersIn(no), numbersIn(yes))) yield [yes, no, null];
    const exact = same.filter(
      ({ text }) => CHOOSES.test(text) && !LIMITS.test(text) && !NEGATED.test(text) && !/\d:\d/.test(text),
    );
    const [first, ...rest] = exact;
    const other = rest.find(
      (one) =>
        first !== undefined &&
        one.block !== first.block &&
        numbersIn(one) !== numbersIn(first) &&
        numbersIn(one) !== "" &&
        numbersIn(first) !== "" &&
        mayMeet(one, first),
    );
    if (first !== undefined && other !== undefined)
      yield [first, other, `${numbersIn(first)} or ${numbersIn(other)}`];
  }
}

function aboutOf({ plain }: Constraint): string {
  const words = [...significantWords(plain)].filter((word) => !FRAMES.test(word) && !/^\d/.test(word));
  const isShort = plain.split(" ").length <= WORDS_FEW;
  return words.length < (isShort ? 1 : 2) ? "" : words.sort().join(" ");
}

function haveSameNumbers(one: string, other: string): boolean {
  return one === other || one === "" || other === "";
}

function numbersIn({ plain }: Constraint): string {
  return (plain.match(/(?<![\w.])\d+(?:\.\d+)*/g) ?? []).join(" and ");
}

function mayMeet(a: Constraint, b: Constraint, choices: readonly string[] = []): boolean {
  const [one, other] = [a, b].map(({ plain }) => {
    const holds = HOLDS_FOR.exec(plain)?.[1] ?? "";
    return choices.some((choice) => holds.startsWith(choice)) ? "" : holds.split(" ", 1)[0];
  });
  return !one || !other || one === other;
}

function areOfOne(a: Constraint, b: Constraint, choices: readonly string[]): boolean {
  const [one = [], other = []] = [a, b].map(({ plain }) =>
    [...significantWords(plain.replace(CHOOSES, " "))].filter(
      (word) => !FRAMES.test(word) && !choices.some((choice) => choice.startsWith(word)),
    ),
  );
  return one.length === 0 || other.length === 0 || one.some((word) => other.includes(word));
}

function hasWord(text: string, word: string): boolean {
  const at = text.indexOf(word);
  if (at < 0) return false;
  const [before, after] = [text[at - 1] ?? " ", text[at + word.length] ?? " "];
  return !/[\w-]/.test(before) && !/[\w-]/.test(after);
}

/** A later sentence of a user replaces an earlier one. */
function isUser({ session }: FindingInput, { block }: Constraint): boolean {
  const kind = session.blocks[block]?.kind;
  return kind === "user_goal" || kind === "user_message";
}

function sharedTurn({ index }: FindingInput, one: number, other: number): number | null {
  for (const a of index.life(one))
    for (const b of index.life(other))
      if (a.mode === "full" && b.mode === "full") {
        const from = Math.max(a.from, b.from);
        if (from <= (a.to ?? Infinity) && from <= (b.to ?? Infinity)) return from;
      }
  return null;
}

const RANKS: Partial<Record<SourceKind, number>> = {
  system_rules: 0,
  repository_instructions: 1,
  user_goal: 2,
  user_message: 2,
};

function winnerOf({ session }: FindingInput, one: Constraint, other: Constraint): number | null {
  const [a, b] = [session.blocks[one.block], session.blocks[other.block]];
  const [ra, rb] = [RANKS[a?.kind ?? "other"] ?? 9, RANKS[b?.kind ?? "other"] ?? 9];
  if (ra !== rb) return ra < rb ? one.block : other.block;
  const [da, db] = [a, b].map((block) => folderOf(plainPath(block?.origin?.path ?? block?.label ?? "")));
  if (da === undefined || db === undefined || da === db) return null;
  if (da.startsWith(db)) return one.block;
  return db.startsWith(da) ? other.block : null;
}
