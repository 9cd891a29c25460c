import validator from "validator";

export interface SampleSecret {
  readonly what: string;
  readonly value: string;
  readonly inText?: string;
}

/** Random-looking characters, the same for the same seed. Keys are assembled here so that no file holds one. */
export function scramble(
  seed: number,
  chars: number,
  alphabet = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789",
): string {
  let state = seed * 2_654_435_761 + 1;
  let text = "";
  for (let i = 0; i < chars; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += alphabet[(state >>> 8) % alphabet.length] ?? "";
  }
  return text;
}

const HEX = "0123456789abcdef";
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Providers' keys, tokens in URLs, and personal data. Each `round` gives other values of the same kinds. */
export function sampleSecrets(round = 0): SampleSecret[] {
  const s = (n: number, chars: number, alphabet?: string) => scramble(round * 100 + n, chars, alphabet);
  const url = s(31, 24);
  const jwt = `eyJ${s(20, 30)}.eyJ${s(21, 40)}.${s(22, 43)}`;
  const unescaped = `eve.${s(41, 4, HEX)}@example.net`;
  return [
    { what: "Anthropic", value: `sk-${"ant"}-api03-${s(1, 60)}` },
    { what: "OpenAI", value: `sk-${"proj"}-${s(2, 48)}7` },
    { what: "Google", value: `AI${"za"}${s(3, 35)}` },
    { what: "AWS", value: `AK${"IA"}${s(4, 16, UPPER)}` },
    { what: "GitHub", value: `gh${"p"}_${s(5, 36)}` },
    { what: "GitLab", value: `gl${"pat"}-${s(6, 20)}` },
    { what: "Slack", value: `xo${"xb"}-${s(7, 12, "0123456789")}-${s(8, 24)}` },
    { what: "Stripe", value: `sk_${"live"}_${s(9, 24)}` },
    { what: "Hugging Face", value: `h${"f"}_${s(10, 34)}` },
    { what: "SendGrid", value: `S${"G"}.${s(11, 22)}.${s(12, 43)}` },
    { what: "Twilio", value: `S${"K"}${s(13, 32, HEX)}` },
    { what: "npm", value: `np${"m"}_${s(14, 36)}` },
    { what: "JSON web token", value: jwt },
    { what: "token in a URL", value: url, inText: `https://files.example.com/a?x=1&access_token=${url}&y=2` },
    { what: "password in a URL", value: s(32, 18), inText: `postgres://app:${s(32, 18)}@db.internal/main` },
    { what: "named secret", value: `${s(33, 20)}9`, inText: `DB_PASSWORD="${s(33, 20)}9"` },
    { what: "e-mail address", value: `ada.${s(40, 5, HEX)}@example.org` },
    { what: "escaped e-mail address", value: unescaped.replace("@", "\\u0040") },
    { what: "card", value: cardOf(`4${s(50, 14, "0123456789")}`) },
    { what: "phone", value: `+49 30 ${s(51, 4, "23456789")} ${s(52, 4, "23456789")}` },
  ];
}

function cardOf(fifteen: string): string {
  for (let digit = 0; digit < 10; digit++)
    if (validator.isLuhnNumber(`${fifteen}${digit}`)) return `${fifteen}${digit}`;
  return fifteen;
}
