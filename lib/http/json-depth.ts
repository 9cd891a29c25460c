const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [SQUARE, SQUARE_END, CURLY, CURLY_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Whether JSON nests deeper than so many levels. What stands in its strings does not count. */
export function isDeeperThan(levels: number, json: Uint8Array): boolean {
  return exceeds(json, levels, Infinity);
}

/** Whether JSON certainly holds more than so many values: each follows a comma, or begins what holds it. */
export function holdsMoreThan(max: number, json: Uint8Array): boolean {
  return max < json.length && exceeds(json, Infinity, max);
}

function exceeds(json: Uint8Array, levels: number, values: number): boolean {
  let [depth, count] = [0, 0];
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (isText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === SQUARE || byte === CURLY) {
      if (++depth > levels || ++count > values) return true;
    } else if (byte === SQUARE_END || byte === CURLY_END) depth--;
    else if (byte === COMMA && ++count > values) return true;
  }
  return false;
}
