import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../../config/config.ts'
import { sqliteFile } from '../openGraph.ts'

/** Bytes on this machine's disk; null for what lies elsewhere. */
export interface StoreSize {
  readonly store: number | null
  readonly attachments: number | null
}

/** Returns how large a store is. What lies in a database or a bucket of others is not counted. */
export async function sizeOf({ store, attachments, data }: Config): Promise<StoreSize> {
  const folder = resolve(data)
  const files = ['', '-wal', '-shm'].map((end) => join(folder, `${sqliteFile}${end}`))
  return {
    store: store.kind === 'sqlite' ? await bytesOf(files) : null,
    attachments: attachments.kind === 'directory' ? await bytesOf([join(folder, 'attachments')]) : null,
  }
}

/** Returns the bytes of files, and of all that lie in folders; what is not there has none. */
async function bytesOf(paths: readonly string[]): Promise<number> {
  let sum = 0
  for (const path of paths) {
    const stats = await stat(path).catch(() => null)
    if (!stats?.isDirectory()) sum += stats?.size ?? 0
    else sum += await bytesOf((await readdir(path)).map((name) => join(path, name)))
  }
  return sum
}
