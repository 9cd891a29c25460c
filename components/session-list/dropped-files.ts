export interface NamedFile {
  readonly file: File;
  readonly path: string;
}

/** Files and folders that were dropped, and what is in them. A browser that names no entries gives `files`. */
export async function readDropped({ entries, files }: Dropped): Promise<NamedFile[]> {
  if (entries.length === 0) return files.map((file) => ({ file, path: file.name }));
  const lists = await Promise.all(entries.map((entry) => walk(entry)));
  return lists.flat();
}

/** What a drop holds, which the browser tells only during the drop itself. */
export interface Dropped {
  readonly entries: readonly FileSystemEntry[];
  readonly files: readonly File[];
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
