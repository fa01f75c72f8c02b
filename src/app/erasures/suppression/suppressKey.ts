import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ifNot, keyInFile } from '../../../runtime/signingKey.ts'
import type { SuppressKey } from '../../scope.ts'

/** The key in its file, where it can be destroyed. */
export interface SuppressKeyFile extends SuppressKey {
  /** Destroys the key, and returns whether there was one. */
  destroy(): Promise<boolean>
}

/** Returns the key for `SUPPRESS_REIMPORT` in a data folder. */
export function suppressKeyIn(data: string): SuppressKeyFile {
  const path = join(resolve(data), 'suppress.key')
  const inFile = () => readFile(path, 'utf8').catch(ifNot('ENOENT'))
  return {
    async read() {
      const hex = await inFile()
      return hex === null ? null : bytesOf(hex, path)
    },
    make: async () => bytesOf(await keyInFile(path), path),
    async destroy() {
      const hex = await inFile()
      if (hex === null) return false
      await writeFile(path, '0'.repeat(hex.length))
      await rm(path)
      return true
    },
  }
}

function bytesOf(hex: string, path: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new Error(`${path} does not hold a key: 64 hexadecimal digits.`)
  return Buffer.from(hex, 'hex')
}
