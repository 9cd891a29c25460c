/** Checks the check digits of a bank account (ISO 13616). */
export function isIban(text: string): boolean {
  const bare = text.replaceAll(" ", "");
  if (bare.length < 15 || bare.length > 34) return false;
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

/** Whether pairs are the hardware address of a device, not all zeros or all ones. */
export function isMac(text: string): boolean {
  return new Set(text.replace(/[:-]/g, "").toLowerCase()).size > 2;
}

export function isCoordinates(text: string): boolean {
  const [north = NaN, east = NaN] = (text.match(/[-+]?\d+\.\d+/g) ?? []).map(Number);
  return Math.abs(north) <= 90 && Math.abs(east) <= 180 && !(north === 0 && east === 0);
}
