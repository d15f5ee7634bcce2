/**
 * Opens and saves files by path, in Node, Bun and Deno. Browsers and other runtimes use `files.browser.ts` instead of
 * this module.
 */

/** Opens a file. The bytes of the file are read while they are being sent. */
export async function openFile(path: string): Promise<Blob> {
  const [{ openAsBlob }, { stat }, { constants }] = await Promise.all([
    import('node:fs'),
    import('node:fs/promises'),
    import('node:os'),
  ]);
  // openAsBlob accepts a folder, and fails only when the blob is read.
  if ((await stat(path)).isDirectory()) {
    throw Object.assign(new Error(`EISDIR: ${path} is a folder`), {
      code: 'EISDIR',
      errno: -constants.errno.EISDIR,
    });
  }
  return openAsBlob(path);
}

/** Writes a file to `path`. Replaces an existing file only when the new file is complete. */
export async function saveStream(stream: ReadableStream<Uint8Array>, path: string): Promise<void> {
  const { open, rename, rm } = await import('node:fs/promises');
  const partial = `${path}.${crypto.randomUUID().slice(0, 8)}.part`;
  const file = await open(partial, 'wx');
  try {
    try {
      for await (const chunk of stream) await file.writeFile(chunk);
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
