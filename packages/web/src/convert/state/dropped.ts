/** Reads the files that the user drops, pastes or selects, including the contents of folders. */
import type { NewFile } from './tool.ts';

const fromFile = (file: File, path = file.webkitRelativePath || file.name): NewFile => ({
  source: { file },
  path,
});

export const chosenFiles = (files: Iterable<File>): NewFile[] => [...files].map((file) => fromFile(file));

/**
 * Returns the dropped files. Call this function synchronously in the event handler, because the data of the event is
 * unavailable afterwards.
 */
export async function droppedFiles({ items, files }: DataTransfer): Promise<NewFile[]> {
  const entries = [...items].flatMap((item) => (item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : []));
  if (entries.length === 0) return chosenFiles(files);
  return (await Promise.all(entries.map((entry) => filesIn(entry)))).flat();
}

/** Returns pasted files, or pasted text as a file. */
export function pastedFiles({
  files,
  getData,
}: Pick<DataTransfer, 'files'> & { getData: () => string }): NewFile[] {
  if (files.length > 0) return chosenFiles(files);
  const text = getData();
  return text.trim() === '' ? [] : [fromFile(new File([text], 'pasted.txt', { type: 'text/plain' }))];
}

async function filesIn(entry: FileSystemEntry): Promise<NewFile[]> {
  const path = entry.fullPath.replace(/^\//, '');
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return entry.name.startsWith('.') ? [] : [fromFile(file, path)];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: NewFile[] = [];
  // The browser returns the entries of a folder in batches of 100.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return found;
    for (const one of some) found.push(...(await filesIn(one)));
  }
}
