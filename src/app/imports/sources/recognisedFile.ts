import { basename, dirname, resolve } from 'node:path'
import { formatNamed, formats } from '../../../formats/index.ts'
import { fileSource, openAny, type OpenFile } from '../../fileSource.ts'
import { recognisedIn, type Recognised } from './inOrder.ts'
import { packedTranscripts } from './opened.ts'
import { isPacked, legiblePieces } from './packing.ts'

const beginningBytes = 4096

/** Returns the format whose marks a file shows and what else they tell, whatever it is called; null where it is no transcript, or cannot be read. */
export async function recognised(path: string, openFile: OpenFile = openAny): Promise<Recognised | null> {
  try {
    const beginning = await beginningOf(path, openFile)
    const file = fileSource(path, path, openFile)
    const archived = await packedTranscripts(file)
    if (archived !== null)
      return archived[0] ? { format: archived[0].format ?? formatNamed('CHATGPT'), copiedAt: null } : null
    const wrapped = isPacked(beginning)
    if (!wrapped && !mayBeJson(beginning.toString('utf8'))) return null
    // Awaited here, for a file that cannot be read.
    return await recognisedIn(wrapped ? { ...file, open: () => legiblePieces(file.open()) } : file, formats)
  } catch {
    return null
  }
}

const mayBeJson = (beginning: string): boolean => beginning !== '' && /^\uFEFF?\s*([[{]|$)/.test(beginning)

async function beginningOf(path: string, openFile: OpenFile): Promise<Buffer> {
  const file = await openFile(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(beginningBytes), 0, beginningBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Returns the name under which a file is imported: its own, with its folder's where the format is recognised by that. */
export function importName(path: string): string {
  const isNamed = formats.some(({ isNamedByFolder }) => isNamedByFolder?.(resolve(path)) === true)
  return isNamed ? `${basename(dirname(resolve(path)))}/${basename(path)}` : basename(path)
}
