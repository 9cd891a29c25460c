import { crc32, deflateRawSync, gzipSync } from "node:zlib";

const BLOCK = 512;
const MODE = 0o644;
/** Of a tar header: the name's last part, and the folders before it. */
const NAME_BYTES = 100;
const PREFIX_AT = 345;

/**
 * A gzipped tar archive.
 * @param {string} folder that holds the files
 * @param {Map<string, string | Buffer>} files
 */
export function makeTarball(folder, files) {
  const parts = [...files].flatMap(([name, text]) => {
    const body = Buffer.from(text);
    const padding = Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK);
    return [makeTarHeader(`${folder}/${name}`, body.length), body, padding];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

/** The header of one file in a ustar archive. @param {string} name @param {number} size */
function makeTarHeader(name, size) {
  const block = Buffer.alloc(BLOCK);
  const formatOctal = (/** @type {number} */ value, /** @type {number} */ digits) =>
    value.toString(8).padStart(digits, "0");
  const cut = Buffer.byteLength(name) <= NAME_BYTES ? -1 : name.indexOf("/", name.length - NAME_BYTES - 1);
  block.write(name.slice(cut + 1), 0, NAME_BYTES);
  block.write(cut < 0 ? "" : name.slice(0, cut), PREFIX_AT);
  block.write(`${formatOctal(MODE, 7)}\0`, 100);
  block.write(`${formatOctal(0, 7)}\0`, 108);
  block.write(`${formatOctal(0, 7)}\0`, 116);
  block.write(`${formatOctal(size, 11)}\0`, 124);
  block.write(`${formatOctal(0, 11)}\0`, 136);
  block.write("        ", 148);
  block.write("0", 156);
  block.write("ustar\0" + "00", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${formatOctal(sum, 6)}\0 `, 148);
  return block;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** The file names are UTF-8. */
const FLAGS = 0x0800;
const DEFLATED = 8;
/** The first of January 1980, the earliest day that the format knows. */
const DAY = 0x21;

/** A zip archive: the form of a Python wheel. @param {Map<string, string>} files */
export function makeZip(files) {
  /** @type {Buffer[]} */
  const bodies = [];
  /** @type {Buffer[]} */
  const entries = [];
  let at = 0;
  for (const [name, text] of files) {
    const raw = Buffer.from(text);
    const packed = deflateRawSync(raw, { level: 9 });
    const title = Buffer.from(name);
    const facts = packFacts(raw, packed, title);
    const local = Buffer.concat([writeNumber(LOCAL, 4), facts, title, packed]);
    bodies.push(local);
    const rest = [
      writeNumber(0, 2),
      writeNumber(0, 2),
      writeNumber(0, 2),
      writeNumber(MODE * 0x10000 + 0x80000000, 4),
    ];
    entries.push(
      Buffer.concat([
        writeNumber(CENTRAL, 4),
        writeNumber(0x0300 + VERSION, 2),
        facts,
        ...rest,
        writeNumber(at, 4),
        title,
      ]),
    );
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const counts = [
    writeNumber(files.size, 2),
    writeNumber(files.size, 2),
    writeNumber(directory.length, 4),
    writeNumber(at, 4),
  ];
  return Buffer.concat([
    ...bodies,
    directory,
    writeNumber(END, 4),
    writeNumber(0, 4),
    ...counts,
    writeNumber(0, 2),
  ]);
}

/** What both headers of a file say of it. @param {Buffer} raw @param {Buffer} packed @param {Buffer} title */
function packFacts(raw, packed, title) {
  return Buffer.concat([
    writeNumber(VERSION, 2),
    writeNumber(FLAGS, 2),
    writeNumber(DEFLATED, 2),
    writeNumber(0, 2),
    writeNumber(DAY, 2),
    writeNumber(crc32(raw), 4),
    writeNumber(packed.length, 4),
    writeNumber(raw.length, 4),
    writeNumber(title.length, 2),
    writeNumber(0, 2),
  ]);
}

/** In little-endian order. @param {number} value @param {2 | 4} bytes */
function writeNumber(value, bytes) {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
}
