import { readFileSync } from 'node:fs'

/** Returns the version that package.json says. */
export function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}
