import type { ContentKind, Contents, LoadBatch } from '../../domain/contents.ts'
import type { BackupLine } from '../../formats/ndjson/lines.ts'
import { isContentKind, valueOf, type Unsegmented } from '../../formats/ndjson/values.ts'
import type { Scratch } from '../../formats/scratch.ts'
import type { Scope } from '../scope.ts'
import { keepBytes, type ByteLine } from './attachmentBytes.ts'
import { segmenting } from './segmenting.ts'

/** Lines of a file, and what is done with them. */
export interface FillOptions {
  readonly lines: AsyncIterable<BackupLine>
  readonly scratch: Scratch
  /** Returns a line as it is to be stored; null: it is no such line. */
  readonly fit?: (line: BackupLine) => BackupLine | null
  /** Says whether the store holds what a line says. */
  readonly isKnown: (line: BackupLine) => boolean
  /** Bytes of attachments that lie beside the file; null where there are none of that id. */
  readonly beside?: ((id: string) => Promise<AsyncIterable<Uint8Array> | null>) | undefined
  /** Is given the ids of attachments whose bytes are nowhere. */
  readonly missing: string[]
  readonly onProgress?: ((lines: number) => void) | undefined
}

const valuesAtOnce = 500
const bytesAtOnce = 2 * 1024 * 1024

/** Values of one kind until they are enough to be written. */
class Portioning {
  #kind: ContentKind | null = null
  #values: unknown[] = []
  #bytes = 0

  /** Returns what must be written before the value of that kind can be taken. */
  before(kind: ContentKind | null): LoadBatch | null {
    const isFull = this.#values.length >= valuesAtOnce || this.#bytes >= bytesAtOnce
    if (this.#kind === null || (this.#kind === kind && !isFull)) return null
    const filling = { kind: this.#kind, values: this.#values } as unknown as LoadBatch
    ;[this.#kind, this.#values, this.#bytes] = [null, [], 0]
    return filling
  }

  take(kind: ContentKind, value: unknown, bytes: number): void {
    this.#kind = kind
    this.#values.push(value)
    this.#bytes += bytes
  }
}

/** Yields what of a file is not known, to be put into the store as it is; bytes of attachments are kept on the way. */
export async function* loadBatches(scope: Scope, options: FillOptions): AsyncGenerator<LoadBatch> {
  const segments = segmenting(scope, options.scratch)
  const portion = new Portioning()
  const bytes = keepBytes(scope, options.beside, options.missing)
  const written = function* (kind: ContentKind | null): Generator<LoadBatch> {
    const filling = portion.before(kind)
    if (filling === null) return
    yield filling
    if (filling.kind === 'observation') yield { kind: 'segment', values: segments.changed() }
  }
  for await (const read of options.lines) {
    const line = options.fit ? options.fit(read) : read
    if (line === null) continue
    if (line.number % 1000 === 0) options.onProgress?.(line.number)
    if (!isContentKind(line.line)) {
      await bytes.take(line.value as unknown as ByteLine)
      continue
    }
    const kind = line.line
    if (kind === 'attachment') await bytes.begin(valueOf(kind, line.value))
    else await bytes.end()
    if (options.isKnown(line)) continue
    yield* written(kind)
    const value = valueOf(kind, line.value)
    portion.take(kind, await valueIn(segments, kind, value), line.size)
  }
  await bytes.end()
  yield* written(null)
}

async function valueIn<K extends ContentKind>(
  segments: ReturnType<typeof segmenting>,
  kind: K,
  value: Contents[K],
): Promise<unknown> {
  return kind === 'observation' ? segments.seated(value as unknown as Unsegmented) : value
}
