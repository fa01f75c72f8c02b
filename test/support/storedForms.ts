import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Returns pieces of a text in the forms in which files may hold it; an index of words may share the beginnings of two. */
export function formsOf(text: string): Buffer[] {
  const piece = Buffer.from(text).subarray(-16)
  const aligned = [0, 1, 2].map((shift) => {
    const base64 = Buffer.concat([Buffer.alloc(shift), piece]).toString('base64')
    return Buffer.from(base64.slice(shift === 0 ? 0 : 4, -4))
  })
  return [piece, Buffer.from(piece.toString(), 'utf16le'), Buffer.from(piece.toString('hex')), ...aligned]
}

/** Returns all files of a folder and of those in it, with their names. */
export function filesIn(folder: string): [string, Buffer][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => [one.name, readFileSync(join(one.parentPath, one.name))])
}
