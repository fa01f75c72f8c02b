import { chmod, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { putNew, writePart } from './wholeFile.ts'

/** A file that is written whole beside its place, and not put there yet. */
export interface Staged {
  readonly path: string
  readonly bytes: number
  /** Says whether what stands in its place is the same, byte for byte. */
  isThere(): Promise<boolean>
  text(): Promise<string>
  /** Puts it in its place, with the rights of what stood there. */
  put(): Promise<void>
  /** Puts it in its place where nothing is; says whether it did. */
  begin(): Promise<boolean>
  drop(): Promise<void>
}

/** Writes pieces beside a path: a reader sees the file before or the whole one after. */
export async function stage(pieces: AsyncIterable<Uint8Array>, path: string): Promise<Staged> {
  const { path: part, bytes } = await writePart(pieces, path, { mode: 0o600, flush: true })
  return {
    path,
    bytes,
    isThere: () => isSame(part, path, bytes),
    text: () => readFile(part, 'utf8'),
    put: () => putInPlace(part, path),
    begin: () => putNew(part, path),
    drop: () => rm(part, { force: true }),
  }
}

async function putInPlace(part: string, path: string): Promise<void> {
  const before = await stat(path).catch(() => null)
  if (before) await chmod(part, before.mode & 0o777)
  await rename(part, path)
}

const atOnce = 1024 * 1024

async function isSame(part: string, path: string, bytes: number): Promise<boolean> {
  const there = await stat(path).catch(() => null)
  if (there?.size !== bytes) return false
  const [a, b] = await Promise.all([open(part), open(path)])
  try {
    const [left, right] = [Buffer.alloc(atOnce), Buffer.alloc(atOnce)]
    for (let at = 0; at < bytes; at += atOnce) {
      const length = Math.min(atOnce, bytes - at)
      const [one, other] = await Promise.all([a.read(left, 0, length, at), b.read(right, 0, length, at)])
      if (one.bytesRead !== other.bytesRead || left.compare(right, 0, length, 0, length) !== 0) return false
    }
    return true
  } finally {
    await Promise.all([a.close(), b.close()])
  }
}
