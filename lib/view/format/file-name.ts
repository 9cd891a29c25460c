/** Keeps the characters that every file system takes, up to a sensible length. */
export function makeFileName(stem: string, extension: string): string {
  const plain = stem
    .normalize("NFKD")
    .replace(/[^\w.-]+/g, "-")
    .replace(/^[-.]+|(?<![-.])[-.]+$/g, "")
    .slice(0, 80);
  return `${plain === "" ? "sightglass" : plain}.${extension}`;
}
