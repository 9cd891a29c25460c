/** The first bytes of a kind of file that is not unpacked here, and what its user can do with it. */
interface FileSign {
  /** The bytes as hexadecimal digits. */
  readonly sign: string;
  readonly at?: number;
  readonly what: string;
  readonly instead: string;
}

const ARCHIVE = "unpack it, and import its folder or a zip of it";
const PACKED = "unpack it, and import what it holds";
const TABLE = "write its rows as lines of JSON, a record a line, and import those";

/** Signs from the formats' own specifications. A kind that can be confused with text is told by more than its first letters. */
const FILE_SIGNS: readonly FileSign[] = [
  { sign: "7573746172", at: 257, what: "a tar archive", instead: ARCHIVE },
  { sign: "377abcaf271c", what: "a 7z archive", instead: ARCHIVE },
  { sign: "526172211a07", what: "a RAR archive", instead: ARCHIVE },
  { sign: "213c617263683e0a", what: "an ar archive, such as a package of Debian", instead: ARCHIVE },
  { sign: "fd377a585a00", what: "packed with xz", instead: PACKED },
  { sign: "28b52ffd", what: "packed with zstd", instead: PACKED },
  { sign: "314159265359", at: 4, what: "packed with bzip2", instead: PACKED },
  { sign: "04224d18", what: "packed with lz4", instead: PACKED },
  { sign: "4c5a495001", what: "packed with lzip", instead: PACKED },
  { sign: "1f9d", what: "packed with compress", instead: PACKED },
  { sign: "5041523115", what: "a table of Parquet", instead: TABLE },
  { sign: "4152524f57310000", what: "a table of Arrow", instead: TABLE },
  { sign: "4f626a01", what: "a table of Avro", instead: TABLE },
];

/** How many bytes of a file's beginning are looked at. */
export const SIGN_BYTES = 300;

/** What a file is, by its first bytes, if it is of a kind that is not unpacked here. */
export function describeSign(head: Buffer): string | null {
  const found = FILE_SIGNS.find(({ sign, at = 0 }) => {
    const bytes = Buffer.from(sign, "hex");
    return head.subarray(at, at + bytes.length).equals(bytes);
  });
  return found === undefined ? null : `is ${found.what}; ${found.instead}`;
}
