const IBAN_CHARS = new Map(
  "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SD18 SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20"
    .split(" ")
    .map((entry): [string, number] => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Checks the country, the length and the check digits of a bank account (ISO 13616). */
export function isIban(text: string): boolean {
  const bare = text.replace(/[ -]/g, "");
  if (IBAN_CHARS.get(bare.slice(0, 2).toUpperCase()) !== bare.length) return false;
  let rest = 0;
  for (const char of bare.slice(4) + bare.slice(0, 4)) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/**
 * Whether four numbers are the address of another machine. Loopback, the unspecified address and version numbers are
 * not.
 */
export function isIpv4(text: string): boolean {
  const parts = text.split(".").map(Number);
  if (parts.some((part) => part > 255) || /(?:^|\.)0\d/.test(text)) return false;
  const [first = 0] = parts;
  return first !== 0 && first !== 127 && first < 224 && parts.slice(1).some((part) => part > 0);
}

/**
 * Whether groups form an IPv6 address: eight, or fewer with one gap. Loopback and the unspecified address do not count.
 */
export function isIpv6(text: string): boolean {
  const groups = text.split(":");
  const gaps = text.split("::").length - 1;
  if (gaps > 1 || /:::/.test(text) || /^:[^:]|[^:]:$/.test(text)) return false;
  const filled = groups.filter((group) => group !== "");
  if (gaps === 0) return groups.length === 8 && filled.length === 8;
  return filled.length >= 2 && filled.length < 8 && filled.some((group) => group.length > 1);
}

export function isMac(text: string): boolean {
  return new Set(text.replace(/[:-]/g, "").toLowerCase()).size > 2;
}

export function isCoordinates(text: string): boolean {
  const [north = NaN, east = NaN] = (text.match(/[-+]?(?<!\d)\d+\.\d+/g) ?? []).map(Number);
  return Math.abs(north) <= 90 && Math.abs(east) <= 180 && !(north === 0 && east === 0);
}
