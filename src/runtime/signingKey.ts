import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from './makeFolder.ts'

/** Returns what gives a key that something is signed with: the secret, else one that is made once and kept in a file. */
export function signingKeyOf(secret: string | null, path: string): () => Promise<Uint8Array> {
  let key: Promise<string> | null = null
  return async () => new TextEncoder().encode(secret ?? (await (key ??= keyInFile(path))))
}

/** Returns the key in a file, 64 hexadecimal digits; it is made where there is none. */
export async function keyInFile(path: string): Promise<string> {
  const known = await readFile(path, 'utf8').catch(ifNot('ENOENT'))
  if (known !== null) return known
  makeFolder(dirname(path))
  const whole = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(whole, randomBytes(32).toString('hex'), { mode: 0o600 })
  // Of two servers that come first, one gives it its name, and both read that one.
  await link(whole, path).catch(ifNot('EEXIST'))
  await rm(whole)
  return readFile(path, 'utf8')
}

/** Returns what gives null in the place of an error with a code. */
export function ifNot(code: string) {
  return (thrown: NodeJS.ErrnoException): null => {
    if (thrown.code !== code) throw thrown
    return null
  }
}
