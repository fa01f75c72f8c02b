import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Builds a program of a Neo store, with that store's structs, into a folder; returns its path, null where Go is not installed. */
export function goStoreIn(folder: string): string | null {
  const built = join(folder, 'neo-store')
  try {
    const cache = process.env['HOME'] === undefined ? { GOCACHE: join(folder, 'go-cache') } : {}
    const env = { ...process.env, ...cache, GO111MODULE: 'off' }
    execFileSync('go', ['build', '-o', built, join(import.meta.dirname, 'store.go')], { env, stdio: 'pipe' })
    return built
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw thrown
  }
}
