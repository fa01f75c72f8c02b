import type { FileHandle } from 'node:fs/promises'

/** Appends bytes to a file, all of them or none: what was written of them when the disk is full is cut off, unless another program wrote behind it. */
export async function appendWhole(
  file: Pick<FileHandle, 'write' | 'stat' | 'truncate' | 'sync'>,
  bytes: Buffer,
): Promise<void> {
  const { size } = await file.stat()
  let at = 0
  try {
    while (at < bytes.length) at += (await file.write(bytes, at)).bytesWritten
    await file.sync()
  } catch (thrown) {
    if (at > 0 && (await file.stat()).size === size + at) await file.truncate(size)
    throw thrown
  }
}
