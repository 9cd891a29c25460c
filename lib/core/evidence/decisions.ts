const CONDITIONS = [
  "if when unless since because as given whether while once where in_case depending seeing provided assuming",
  "wenn falls sofern solange da weil ob sobald",
  "si lorsque quand comme puisque parce_que dès_que tant_que",
  "si cuando como porque ya_que puesto_que dado_que mientras",
  "se quando poiché siccome perché dato_che",
  "se quando como porque já_que uma_vez_que",
  "als indien wanneer omdat aangezien zolang",
];
const THEREFORE = [
  "so therefore thus hence then which_means",
  "daher deshalb deswegen folglich somit",
  "donc alors par_conséquent",
  "así_que entonces por_tanto por_lo_tanto por_eso",
  "quindi perciò",
  "então portanto por_isso",
  "dus daarom",
];

function anyOf(lines: readonly string[]): string {
  const words = lines.flatMap((line) => line.split(" ")).map((word) => word.replaceAll("_", " "));
  return `(?<!\\p{L})(?:${[...new Set(words)].join("|")})(?!\\p{L})`;
}

const CONDITION = anyOf(CONDITIONS);
const CONDITIONAL = new RegExp(CONDITION, "u");
const BEFORE_CHARS = 100;
const AFTER_CHARS = 60;
const DECIDES_BEFORE = new RegExp(`${CONDITION}[^.;:!?\\n]{0,80}$`, "u");
const DECIDES_AFTER = new RegExp(`^[^.;!?\\n]{0,40}?(?:,? ${anyOf(THEREFORE)}|[,;]? ?(?:→|=>|->))`, "u");

export function isConditional(normal: string): boolean {
  return CONDITIONAL.test(normal);
}

/** Whether the text makes something depend on the word at this place. `normal` is in normal spelling. */
export function isDecidedOn(normal: string, at: number, word: string): boolean {
  const end = at + word.length;
  return (
    DECIDES_BEFORE.test(normal.slice(Math.max(0, at - BEFORE_CHARS), at)) ||
    DECIDES_AFTER.test(normal.slice(end, end + AFTER_CHARS))
  );
}

/** What stands between the name of a field and its value in a sentence: "the triage level is urgent". */
const LINK =
  /^(?:[ :="']|\b(?:level|status|state|value|field|is|are|was|were|be|has|been|now|still|set|to|equals?|ist|sind|war|est|sont|était|es|está|son|era|è|sono|é|são|zijn)\b){0,8}$/u;

/** Whether the value stands right behind the name of its field. Both are in normal spelling. */
export function namesField(normal: string, at: number, key: string): boolean {
  const before = normal.slice(Math.max(0, at - AFTER_CHARS), at);
  const place = before.lastIndexOf(key);
  if (place < 0 || /[\p{L}\p{N}]$/u.test(before.slice(0, place))) return false;
  return LINK.test(before.slice(place + key.length));
}
