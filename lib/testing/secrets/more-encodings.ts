const b64 = (text: string) => Buffer.from(text).toString("base64");

export const MORE_ENCODINGS: Readonly<Record<string, (t: string) => string>> = {
  "base64 mime 76": (t) =>
    (
      Buffer.from(
        "Content-Type: text/plain\nsome text before it, long enough to wrap; value " +
          t +
          "\nand more text behind",
      )
        .toString("base64")
        .match(/.{1,76}/g) ?? []
    ).join("\n"),
  "base64 bare": (t) => b64(t),
  "base64 data uri": (t) => "data:text/plain;base64," + b64("the value is " + t + "\n"),
  "base64 in json in text": (t) => JSON.stringify({ content: b64("hello\nkey " + t + "\n") }),
  "base64 utf16 (powershell)": (t) =>
    "powershell -EncodedCommand " + Buffer.from("$k='" + t + "'; run", "utf16le").toString("base64"),
  "base64 twice": (t) => b64(b64("key is " + t + " ok")),
  "base64 of utf8 text": (t) => b64("schlüssel für müller – " + t + " größe"),
  "hex upper": (t) => Buffer.from(t).toString("hex").toUpperCase(),
  "hex spaced": (t) => (Buffer.from(t).toString("hex").match(/../g) ?? []).join(" "),
  "hex colon": (t) => (Buffer.from(t).toString("hex").match(/../g) ?? []).join(":"),
  "percent all": (t) => [...Buffer.from(t)].map((b) => "%" + b.toString(16).toUpperCase()).join(""),
  "u escape all": (t) => [...t].map((c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0")).join(""),
  "u brace": (t) => [...t].map((c) => "\\u{" + c.charCodeAt(0).toString(16) + "}").join(""),
  "U 8": (t) => [...t].map((c) => "\\U" + c.charCodeAt(0).toString(16).padStart(8, "0")).join(""),
  octal: (t) => [...Buffer.from(t)].map((b) => "\\" + b.toString(8).padStart(3, "0")).join(""),
  "html dec all": (t) => [...t].map((c) => `&#${c.charCodeAt(0)};`).join(""),
  "html hex no semi": (t) => [...t].map((c) => `&#x${c.charCodeAt(0).toString(16)};`).join(""),
  "html dec 0-padded": (t) => [...t].map((c) => `&#${String(c.charCodeAt(0)).padStart(7, "0")};`).join(""),
  "quoted printable": (t) => {
    const q = t.replace(
      /[^A-Za-z0-9]/g,
      (c) => "=" + c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0"),
    );
    return (q.match(/.{1,60}/g) ?? []).join("=\n");
  },
  "qp soft break": (t) => t.slice(0, 12) + "=\n" + t.slice(12),
  "cp1252 nbsp/joiner": (t) => t.split("").join("\u2060"),
  "soft hyphen entity": (t) => t.replace(/(.{6})/, "$1&shy;"),
  wbr: (t) => t.replace(/(.{6})/, "$1<wbr>"),
  "html tags": (t) => `<span>${t.slice(0, 6)}</span><span class="x">${t.slice(6)}</span>`,
  "markdown bold": (t) => `**${t.slice(0, 6)}**${t.slice(6)}`,
  "markdown escapes": (t) => t.replace(/([_\-.*])/g, "\\$1"),
  "math mono": (t) =>
    t.replace(/[A-Za-z0-9]/g, (c) => {
      const k = c.charCodeAt(0);
      return String.fromCodePoint(k >= 97 ? 0x1d68a + k - 97 : k >= 65 ? 0x1d670 + k - 65 : 0x1d7f6 + k - 48);
    }),
  circled: (t) =>
    t.replace(/[A-Za-z]/g, (c) => {
      const k = c.charCodeAt(0);
      return String.fromCodePoint(k >= 97 ? 0x24d0 + k - 97 : 0x24b6 + k - 65);
    }),
  combining: (t) => t.replace(/(.{4})/g, "$1\u0301"),
  "tag chars": (t) => t.replace(/(.{4})/g, "$1\u{e0041}"),
  "variation sup": (t) => t.replace(/(.{4})/g, "$1\u{e0101}"),
  "hangul filler": (t) => t.replace(/(.{5})/g, "$1\u3164"),
  "ansi 256": (t) => `\u001b[38;5;196m${t.slice(0, 7)}\u001b[0m\u001b[1;31m${t.slice(7)}\u001b[K\u001b[0m`,
  "ansi written": (t) => `\\u001b[31m${t.slice(0, 7)}\\u001b[0m${t.slice(7)}`,
  "ansi x1b": (t) => `\\x1b[31m${t.slice(0, 7)}\\x1b[0m${t.slice(7)}`,
  "ansi \\033": (t) => `\\033[31m${t.slice(0, 7)}\\033[0m${t.slice(7)}`,
  "grep match colours": (t) => `\u001b[01;31m\u001b[K${t.slice(0, 4)}\u001b[m\u001b[K${t.slice(4)}`,
  "cr in middle": (t) => t.slice(0, 12) + "\r" + t.slice(12),
  "wrapped 20": (t) => (t.match(/.{1,20}/g) ?? []).join("\n"),
  "wrapped quoted >": (t) => "> " + t.slice(0, t.length >> 1) + "\n> " + t.slice(t.length >> 1),
  "wrapped comment #": (t) => "# " + t.slice(0, t.length >> 1) + "\n# " + t.slice(t.length >> 1),
  "wrapped box": (t) => "│ " + t.slice(0, t.length >> 1) + " │\n│ " + t.slice(t.length >> 1) + " │",
  "wrapped line no": (t) => "    12\t" + t.slice(0, t.length >> 1) + "\n    13\t" + t.slice(t.length >> 1),
  "concat +": (t) => `"${t.slice(0, t.length >> 1)}" + "${t.slice(t.length >> 1)}"`,
  "concat py": (t) => `("${t.slice(0, t.length >> 1)}"\n     "${t.slice(t.length >> 1)}")`,
  "backslash nl": (t) => t.slice(0, t.length >> 1) + "\\\n" + t.slice(t.length >> 1),
  "written \\n": (t) => t.slice(0, t.length >> 1) + "\\n" + t.slice(t.length >> 1),
  "json unicode slash": (t) => JSON.stringify({ a: t }).replace(/\//g, "\\/"),
  "json x4": (t) => JSON.stringify(JSON.stringify(JSON.stringify(JSON.stringify({ a: t })))),
  "url x3": (t) =>
    encodeURIComponent(
      encodeURIComponent(encodeURIComponent(t).replaceAll("-", "%2D").replaceAll("_", "%5F")),
    ),
  "url + base64": (t) => encodeURIComponent(b64("value=" + t + "&x=1")),
  "utf7-ish plus": (t) => t.replace(/ /g, "+"),
  "json key": (t) => JSON.stringify({ [t]: 1 }),
  csv: (t) => `a;"${t}";b`,
  "snake path": (t) => `/tmp/${t}/x.txt`,
  "underscore glued": (t) => `my_${t}_x`,
};
