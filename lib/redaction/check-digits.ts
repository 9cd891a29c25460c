/** Check digits of personal numbers. The input has no separators. */

const digitsOf = (text: string) => [...text].map(Number);
const weighted = (text: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, i) => sum + weight * Number(text[i]), 0);

export function luhn(text: string): boolean {
  const sum = digitsOf(text)
    .reverse()
    .reduce((all, digit, i) => all + (i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0);
  return sum % 10 === 0;
}

const TURNS = [
  "0123456789",
  "1576283094",
  "5803796142",
  "8916043527",
  "9453126870",
  "4286573901",
  "2793806415",
  "7046913258",
];
/** The dihedral group of a pentagon: combines two digits. */
function combined(a: number, b: number): number {
  if (a < 5) return b < 5 ? (a + b) % 5 : 5 + ((a + b) % 5);
  return b < 5 ? 5 + ((a - b + 5) % 5) : (a - b + 10) % 5;
}

/** Verhoeff's check digit, as in India's Aadhaar. */
export function verhoeff(text: string): boolean {
  return (
    digitsOf(text)
      .reverse()
      .reduce((check, digit, i) => combined(check, Number(TURNS[i % 8]?.[digit])), 0) === 0
  );
}

/** ISO 7064 MOD 11,10, as in Germany's and Croatia's tax numbers. */
export function mod1110(text: string): boolean {
  let rest = 10;
  for (const digit of digitsOf(text.slice(0, -1))) rest = (((rest + digit) % 10 || 10) * 2) % 11;
  return (11 - rest) % 10 === Number(text.at(-1));
}

/** Brazil's number of a person: two check digits. */
export function cpf(text: string): boolean {
  const check = (chars: number) => {
    const rest =
      (weighted(
        text,
        Array.from({ length: chars }, (_, i) => chars + 1 - i),
      ) *
        10) %
      11;
    return rest % 10 === Number(text[chars]);
  };
  return new Set(text).size > 1 && check(9) && check(10);
}

export function cnpj(text: string): boolean {
  const check = (weights: readonly number[]) => {
    const rest = weighted(text, weights) % 11;
    return (rest < 2 ? 0 : 11 - rest) === Number(text[weights.length]);
  };
  return check([5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) && check([6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
}

export function spain(text: string): boolean {
  const number = Number(
    text.slice(0, -1).replace(/^[XYZ]/i, (letter) => String("XYZ".indexOf(letter.toUpperCase()))),
  );
  return "TRWAGMYFPDXBNJZSQVHLCKE"[number % 23] === text.at(-1)?.toUpperCase();
}

const ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
export function italy(text: string): boolean {
  const sum = [...text.toUpperCase().slice(0, 15)].reduce((all, char, i) => {
    const value = /\d/.test(char) ? Number(char) : char.charCodeAt(0) - 65;
    return all + (i % 2 === 0 ? (ODD[value] ?? 0) : value);
  }, 0);
  return String.fromCharCode(65 + (sum % 26)) === text.at(-1)?.toUpperCase();
}

export function poland(text: string): boolean {
  const sum = weighted(text, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]);
  return isMonth(text.slice(2, 4), 20) && (10 - (sum % 10)) % 10 === Number(text[10]);
}

/** The sign of the century may be missing. */
export function finland(text: string): boolean {
  const number = Number(text.slice(0, 6) + text.slice(-4, -1));
  return "0123456789ABCDEFHJKLMNPRSTUVWXY"[number % 31] === text.at(-1)?.toUpperCase();
}

export function china(text: string): boolean {
  const sum = weighted(text, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
  return (
    /^[1-8]/.test(text) &&
    isMonth(text.slice(10, 12)) &&
    "10X98765432"[sum % 11] === text.at(-1)?.toUpperCase()
  );
}

export function france(text: string): boolean {
  const number = text.slice(0, 13).replace(/2A/i, "19").replace(/2B/i, "18");
  return 97 - Number(BigInt(number) % 97n) === Number(text.slice(13));
}

export function netherlands(text: string): boolean {
  return new Set(text).size > 2 && weighted(text, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0;
}

export function belgium(text: string): boolean {
  const check = Number(text.slice(9));
  const rest = (prefix: string) => 97 - (Number(prefix + text.slice(0, 9)) % 97);
  return rest("") === check || rest("2") === check;
}

/** EAN: with every other digit counted three times, the sum is a multiple of ten. */
export function ean(text: string): boolean {
  const sum = digitsOf(text).reduce((all, digit, i) => all + digit * (i % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

export function chile(text: string): boolean {
  const sum = digitsOf(text.slice(0, -1))
    .reverse()
    .reduce((all, digit, i) => all + digit * (2 + (i % 6)), 0);
  return "0K987654321"[sum % 11] === text.at(-1)?.toUpperCase();
}

export function singapore(text: string): boolean {
  const [first = "", last = ""] = [text[0]?.toUpperCase(), text.at(-1)?.toUpperCase()];
  const sum =
    weighted(text.slice(1, 8), [2, 7, 6, 5, 4, 3, 2]) + ("TG".includes(first) ? 4 : first === "M" ? 3 : 0);
  const letters = "ST".includes(first) ? "JZIHGFEDCBA" : first === "M" ? "XWUTRQPNJLK" : "XWUTRQPNMLK";
  return letters[first === "M" ? 10 - (sum % 11) : sum % 11] === last;
}

/** The British health service's number. */
export function nhs(text: string): boolean {
  return (11 - (weighted(text, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === Number(text[9]);
}

/** Some states add a multiple of `step` for other centuries. */
function isMonth(text: string, step = 100): boolean {
  const month = Number(text) % step;
  return month >= 1 && month <= 12;
}
