import { getExampleNumber } from "libphonenumber-js/max";
import type { CountryCode } from "libphonenumber-js/max";
import examples from "libphonenumber-js/examples.mobile.json";
import validator from "validator";
import { scramble } from "../sample-secrets";

export interface PersonalValue {
  readonly what: string;
  readonly value: string;
}

const COUNTRIES: readonly CountryCode[] = [
  "DE",
  "GB",
  "FR",
  "US",
  "IT",
  "ES",
  "NL",
  "PL",
  "SE",
  "BR",
  "JP",
  "IN",
  "AU",
  "CH",
];
const CARDS = ["4", "51", "37", "6011", "2720"];
const ACCOUNTS = [
  ["DE", 18],
  ["NL", 14],
  ["FR", 23],
  ["CH", 17],
  ["PL", 24],
] as const;
const digits = (seed: number, chars: number) => scramble(seed, chars, "0123456789");
const groups = (text: string, sign: string) => text.replace(/.{4}(?!$)/g, `$&${sign}`);

/** Personal data of the classes that a project has or may choose, the same for the same seed. */
export function personalValues(seed: number): PersonalValue[] {
  const name = scramble(seed + 1, 8, "abcdefghijklmnopqrstuvwxyz");
  return [
    { what: "e-mail address", value: `${name}.berg@${scramble(seed, 6, "abcdefgh")}.org` },
    { what: "e-mail address", value: `${name}+list@mail.example.co.uk` },
    ...COUNTRIES.flatMap((country) => {
      const number = getExampleNumber(country, examples);
      return [number?.formatInternational(), number?.number].map((value = "") => ({
        what: `phone of ${country}`,
        value,
      }));
    }),
    ...["DE", "GB", "FR"].map((country) => ({
      what: `phone within ${country}`,
      value: getExampleNumber(country as CountryCode, examples)?.formatNational() ?? "",
    })),
    ...CARDS.flatMap((begin, i) => {
      const card = cardOf(begin + digits(seed + i, (begin === "37" ? 14 : 15) - begin.length));
      return [card, groups(card, " ")].map((value) => ({ what: "card", value }));
    }),
    ...ACCOUNTS.flatMap(([country, chars], i) => {
      const account = ibanOf(country, digits(seed + 40 + i, chars));
      return [account, groups(account, " ")].map((value) => ({ what: "IBAN", value }));
    }),
    ...[0, 1, 2].map((i) => ({
      what: "IP address",
      value: `93.${Number(digits(seed + i, 2)) + 1}.184.${100 + i}`,
    })),
    { what: "IP address", value: "2a01:4f8:c17:1a2b::2" },
    { what: "MAC address", value: `00:1b:${scramble(seed, 2, "abcdef")}:63:84:45` },
  ];
}

function cardOf(begin: string): string {
  return (
    [..."0123456789"].map((digit) => begin + digit).find((card) => validator.isLuhnNumber(card)) ?? begin
  );
}

function ibanOf(country: string, account: string): string {
  for (let check = 2; check <= 98; check++) {
    const iban = `${country}${String(check).padStart(2, "0")}${account}`;
    if (validator.isIBAN(iban)) return iban;
  }
  return account;
}
