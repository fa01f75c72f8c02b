import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bytesSource, type ImportSource } from '../formats/importSource.ts'
import { withTemporaryRoom } from '../storage/storeFull.ts'
import { fileSource } from './fileSource.ts'

/** What is written and then read as a file by readers: in memory while it is small, as most are. */
export class Spool {
  #pieces: Uint8Array[] = []
  #file: FileHandle | null = null
  #folder: string | null = null
  bytes = 0

  /** Adds a piece; refuses with StoreFull where the temporary folder has no room for it. */
  async add(piece: Uint8Array): Promise<void> {
    this.#pieces.push(piece)
    this.bytes += piece.byteLength
    if (this.#file === null && this.bytes <= inMemory) return
    await withTemporaryRoom(
      'what is written',
      () => this.bytes,
      async () => {
        this.#file ??= await this.#opened()
        for (const one of this.#pieces.splice(0)) await this.#file.writeFile(one)
      },
    )
  }

  /** What was added, once all was. */
  async source(): Promise<ImportSource> {
    if (this.#folder === null) return bytesSource(null, Buffer.concat(this.#pieces))
    await this.#file?.close()
    this.#file = null
    return fileSource(join(this.#folder, name), null)
  }

  async remove(): Promise<void> {
    await this.#file?.close()
    this.#file = null
    if (this.#folder !== null) await rm(this.#folder, { recursive: true, force: true })
  }

  async #opened(): Promise<FileHandle> {
    this.#folder = await mkdtemp(join(tmpdir(), 'turngraph-raw-'))
    return open(join(this.#folder, name), 'w')
  }
}

const inMemory = 4 * 1024 * 1024
const name = 'file'
