import type { StepStatus } from "../steps/plan";

export interface StepProgress {
  readonly place: number;
  readonly status: StepStatus;
}

const WORDS = "one two three four five six seven eight nine ten".split(" ");
const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const NUMBER = `(?:\\d{1,3}|${WORDS.join("|")})`;
const STEPS = new RegExp(
  `\\bsteps? #?(${NUMBER}(?:(?:, and |, | and | & | to | through |-|–)#?${NUMBER})*)\\b|\\b(${ORDINALS.join("|")}) step\\b`,
  "g",
);
const DONE = "(?:done|complete|completed|finished)\\b";
const IS_DONE = new RegExp(
  `^[\\s*_"')]*(?:\\([^)]{0,80}\\)\\s*)?(?:[:→–—-]\\s*)?(?:(?:is|are|was|were|has been|have been|now|already|also|both|all|fully) )*(?:${DONE}|[✓✅])`,
);
const HAS_DONE = /\b(?:completed|finished|done with|through with|wrapped up) (?:with )?(?:the )?$/;
const BEGINS =
  /\b(?:start(?:ed|ing)?|begin(?:ning)?|began|begun|working on|mov(?:e|ing) (?:on )?to|go(?:ing)? (?:on )?(?:to|with)|proceed(?:ing)? (?:to|with)|continu(?:e|ing) with|on to|now(?: on)?) (?:with )?(?:the )?$/;
const SKIPS = /\bskip(?:ped|ping)? (?:the )?$/;
const IS_SKIPPED = /^ (?:is |was |are |were )?skipped\b/;
const SUPPOSED =
  /\b(?:if|when|once|after|until|unless|before|whether|as soon as|should|will|would|can|to have|not|never|almost|nearly)\b/;
const ALL = new RegExp(
  `\\b(?:all (?:of )?(?:the |my |our |these )?(?:\\w+ )?steps(?: of the plan)?|every step|the (?:whole |entire )?plan) (?:(?:is|are|was|were|has been|have been|now|all|fully) )*${DONE}`,
);

/** "steps 1 and 2 are done", "starting step 3", "all steps are done". */
export function findProgress(text: string, steps: number): StepProgress[] {
  return text
    .toLowerCase()
    .split(/(?<=[.!?;])\s+|\n+/)
    .flatMap((sentence) => (/\?["')]*$/.test(sentence.trim()) ? [] : findStatedSteps(sentence, steps)));
}

function findStatedSteps(sentence: string, steps: number): StepProgress[] {
  const allDone = ALL.exec(sentence);
  if (allDone !== null && !SUPPOSED.test(sentence.slice(0, allDone.index)))
    return Array.from({ length: steps }, (_, place) => ({ place, status: "completed" as const }));
  return [...sentence.matchAll(STEPS)].flatMap((match) => {
    const status = findStatusAround(
      sentence.slice(Math.max(0, match.index - 80), match.index),
      sentence.slice(match.index + match[0].length, match.index + match[0].length + 120),
    );
    if (status === null) return [];
    return listStepPlaces(match[1], match[2])
      .filter((place) => place >= 0 && place < steps)
      .map((place) => ({ place, status }));
  });
}

function findStatusAround(before: string, after: string): StepStatus | null {
  if (SUPPOSED.test(before)) return null;
  if (SKIPS.test(before) || IS_SKIPPED.test(after)) return "skipped";
  if (HAS_DONE.test(before) || IS_DONE.test(after)) return "completed";
  return BEGINS.test(before) ? "started" : null;
}

function listStepPlaces(list: string | undefined, ordinal: string | undefined): number[] {
  if (ordinal !== undefined) return [ORDINALS.indexOf(ordinal)];
  const parts = (list ?? "").split(/(, and |, | and | & | to | through |-|–)/);
  const places: number[] = [];
  for (const [i, part] of parts.entries()) {
    if (i % 2 === 1) continue;
    const place = placeOf(part);
    const joint = (parts[i - 1] ?? "").trim();
    const from = /^(?:to|through|-|–)$/.test(joint) ? (places.at(-1) ?? place) + 1 : place;
    for (let number = Math.min(from, place); number <= place; number++) places.push(number);
  }
  return places;
}

function placeOf(part: string): number {
  const plain = part.replace("#", "");
  const word = WORDS.indexOf(plain);
  return word >= 0 ? word : Number(plain) - 1;
}
