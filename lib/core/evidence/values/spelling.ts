const CAMEL = /([a-z])([A-Z])/g;
const THOUSANDS = /(\d)['’_\u00a0\u2009\u202f](?=\d{3}(?!\d))/g;
/** Commas that can only stand between thousands: several of them, or one before a decimal point. */
const COMMAS = /(?<![\d.,])\d{1,3}(?:(?:,\d{3}){2,8}(?![\d,]*\d)|(?:,\d{3}){1,9}(?=\.\d))/g;
const DECIMALS = /(?<![\d.])(\d+)\.(\d+)(?!\d|\.\d)/g;
const BARE_POINT = /(\d)\.(?!\d)/g;
const QUOTES = /['’]/g;
const JOINTS = /[\s_\-‐–"“”*`]+/g;
const INNER = /[\p{L}\p{N}]/u;

export function normalSpelling(text: string): string {
  return text
    .replace(CAMEL, "$1 $2")
    .toLowerCase()
    .replace(THOUSANDS, "$1")
    .replace(COMMAS, (written) => written.replaceAll(",", ""))
    .replace(DECIMALS, (_, whole: string, decimals: string) => decimal(whole, decimals))
    .replace(BARE_POINT, "$1 .")
    .replace(QUOTES, "")
    .replace(JOINTS, " ")
    .trim();
}

function decimal(whole: string, decimals: string): string {
  const isGroup = decimals.length === 3 && whole.length <= 3 && !whole.startsWith("0");
  const rest = isGroup ? decimals : withoutEnd(decimals, "0");
  return rest === "" ? whole : `${whole}.${rest}`;
}

/** One pass, where a pattern would try each character. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** As a whole word. Both are in normal spelling. */
export function* placesIn(normal: string, value: string): Generator<number> {
  if (value === "") return;
  for (let at = normal.indexOf(value); at >= 0; at = normal.indexOf(value, at + 1)) {
    const [before, after] = [normal[at - 1] ?? " ", normal[at + value.length] ?? " "];
    if (INNER.test(before) || INNER.test(after)) continue;
    const isDecimal = /\d$/.test(value) && after === "." && /\d/.test(normal[at + value.length + 1] ?? "");
    const isFraction = /^\d/.test(value) && before === "." && /\d/.test(normal[at - 2] ?? "");
    if (!isDecimal && !isFraction) yield at;
  }
}

/** Both are in normal spelling. */
export function saysValue(normal: string, value: string): boolean {
  return placesIn(normal, value).next().done !== true;
}

const DENIED =
  /\b(?:not|never|isnt|arent|wasnt|werent|hasnt been|havent been|hasnt|without being|no longer|nor|yet to be|instead of|rather than|nicht|keineswegs|pas|ne [a-zà-ÿ]{1,12} pas|non|não|nao|niet|no (?:ha sido|fue|está|esta|se ha))(?: (?:yet|been|be|being|become|currently|actually|a|an|the|in|at|as|marked|set|to|mehr|noch|als|wieder|encore|été|ete|plus|todavía|aún|ancora|stato|stata|è|ainda|foi|está|meer))* ?$/;
const SUPPOSED =
  /\b(?:if|whether|unless|until|once|when|should|in case|assuming|except|all but|apart from|other than|excluding|exception of|before|wenn|falls|ob|sobald|sofern|lorsque|cuando|quando|indien|wanneer)\b[^.;:\n]*$/;
const BETWEEN = "(?: (?:be|been|get|become|then|now|soon|also|just|marked|set|as|to|have|\\w{2,12}ly))* ?$";
const TO_COME = new RegExp(
  `\\b(?:will|wont|would|shall|can|cannot|cant|could|may|might|must|(?<!\\b(?:found|known|seen|shown|confirmed|reported|proved|proven|out|considered|deemed|checked) )to (?:be|get|become)|about to|ready to|due to be|waiting to be|needs? to|has to|have to|is to)${BETWEEN}`,
);
const ASKED = /^[^.!?;]{0,200}\?/;

/** Words for the past or a wish, without a verb that says what is so now. */
const NOT_NOW =
  /\b(?:previously|formerly|initially|originally|used to be|at first|once was|was once|wants?|wanted|would like|asks?|asked|hop(?:es|ed)|wish(?:es|ed))\b(?:(?!\b(?:is|was|are|were|has|have|had|now|then)\b)[^.;:\n]){0,60}$/;
