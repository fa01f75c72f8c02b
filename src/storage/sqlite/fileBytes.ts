import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** Returns where the embedded store lies. */
export const storeFile = (data: string): string => join(resolve(data), 'turngraph.db')

/** Returns how many bytes a store's file has, with its log. */
export async function fileBytes(path: string): Promise<number> {
  const sizes = await Promise.all([path, `${path}-wal`].map((name) => stat(name).catch(() => null)))
  return sizes.reduce((sum, stats) => sum + (stats?.size ?? 0), 0)
}
