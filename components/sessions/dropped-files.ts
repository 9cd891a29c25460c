export interface NamedFile {
  readonly file: File;
  readonly path: string;
}

export async function filesOfDrop(transfer: DataTransfer): Promise<NamedFile[]> {
  const entries = [...transfer.items]
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
  if (entries.length === 0) return [...transfer.files].map((file) => ({ file, path: file.name }));
  const lists = await Promise.all(entries.map((entry) => walk(entry)));
  return lists.flat();
}

async function walk(entry: FileSystemEntry): Promise<NamedFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ file, path: entry.fullPath.replace(/^\//, "") }];
  }
  if (!isDirectory(entry)) return [];
  const reader = entry.createReader();
  const files: NamedFile[] = [];
  // A reader returns a folder in parts; an empty part is the end.
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (portion.length === 0) return files;
    for (const child of portion) files.push(...(await walk(child)));
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
