import { constants, createWriteStream } from 'node:fs'
import { access, link, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '../../domain/refusals.ts'

/** Makes the folder of a file; refuses a file that cannot be made there. */
export async function readyFor(path: string): Promise<void> {
  await unlessRefused(path, async () => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await access(dirname(path), constants.W_OK)
  })
}

/**
 * Writes a file where none is: a reader sees nothing before and the whole file after, and what is there already
 * stays as it is.
 */
export async function writeNewFile(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const part = `${path}.${process.pid}.part`
  try {
    await readyFor(path)
    await unlessRefused(path, async () => {
      await pipeline(pieces, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }))
      await putWhereNoneIs(part, path)
    })
  } finally {
    await rm(part, { force: true })
  }
}

/** Does what the system may refuse. */
async function unlessRefused(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException
    if (code === undefined || !/^E[A-Z]+$/.test(code)) throw thrown
    const why = code === 'EEXIST' ? 'there is a file already, which stays as it is' : message
    throw new Refusal('FILE_NOT_WRITTEN', { path, code }, `${path} was not written: ${why}.`)
  }
}

/** A link is refused where something is; where there are no links, the place is taken first. */
async function putWhereNoneIs(part: string, path: string): Promise<void> {
  try {
    await link(part, path)
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') throw thrown
    await (await open(path, 'wx')).close()
    await rename(part, path)
  }
}

/** Yields a text as the piece of a file. */
export async function* onePiece(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text))
}
