import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ifNot, keyInFile } from '../../../runtime/signingKey.ts'

/** A key in a file, which can be destroyed. */
export interface SuppressKeyFile {
  /** Returns the key; null where there is none. */
  read(): Promise<Uint8Array | null>
  /** Returns the key, which is made where there is none. */
  make(): Promise<Uint8Array>
  /** Destroys the key, and returns whether there was one. */
  destroy(): Promise<boolean>
}

/** Returns the key for `SUPPRESS_REIMPORT` in a data folder. */
export function suppressKeyIn(data: string): SuppressKeyFile {
  const path = join(resolve(data), 'suppress.key')
  const read = async () => {
    const hex = await readFile(path, 'utf8').catch(ifNot('ENOENT'))
    return hex === null ? null : bytesOf(hex, path)
  }
  return {
    read,
    make: async () => bytesOf(await keyInFile(path), path),
    async destroy() {
      const hex = await readFile(path, 'utf8').catch(ifNot('ENOENT'))
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
