/** A file's name from what the file shows: characters that every system takes, of a sensible length. */
export function fileName(stem: string, extension: string): string {
  const plain = stem
    .normalize("NFKD")
    .replace(/[^\w.-]+/g, "-")
    .replace(/^[-.]+|(?<![-.])[-.]+$/g, "")
    .slice(0, 80);
  return `${plain === "" ? "sightglass" : plain}.${extension}`;
}
