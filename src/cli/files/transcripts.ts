import { open } from 'node:fs/promises'
import { fileSource } from '../../app/imports/sources/fileSource.ts'
import { holdsTranscript } from '../../app/imports/sources/unzipped.ts'
import type { Format } from '../../formats/format.ts'
import { formatNamed, formats } from '../../formats/index.ts'
import { sampleOf } from '../../formats/reading/sample.ts'

const beginningBytes = 4096

/** Returns the format whose marks a file shows, whatever it is called; null where it is no transcript, or cannot be read. */
export async function recognised(path: string): Promise<Format | null> {
  try {
    const beginning = await beginningOf(path)
    if (beginning.startsWith('PK\u0003\u0004'))
      return (await holdsTranscript(fileSource(path, path))) ? formatNamed('CHATGPT') : null
    if (!/^\uFEFF?\s*([[{]|$)/.test(beginning) || beginning === '') return null
    const sample = await sampleOf(fileSource(path, path))
    return formats.find(({ recognises }) => recognises?.(sample) === true) ?? null
  } catch {
    return null
  }
}

async function beginningOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(beginningBytes), 0, beginningBytes, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
