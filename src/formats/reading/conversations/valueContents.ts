import { createHash, type Hash } from 'node:crypto'
import type { Seal } from '../../../domain/access/keyedDigest.ts'
import type { ImportSource } from '../../importSource.ts'
import type { ScratchMap } from '../../scratch.ts'
import { recordsOf } from '../records/records.ts'
import type { Stretches } from './stretches.ts'

interface OpenHash {
  readonly of: number
  readonly hash: Hash
}

/** Digests what each conversation's values are while they are met, one conversation after the other. */
export class ValueContents {
  private readonly seal: Seal
  private readonly contents: ScratchMap<string>
  private open: OpenHash | null = null
  /** Some conversation's values stand in several places, so that their digest is not known yet. */
  isScattered = false

  constructor(contents: ScratchMap<string>, seal: Seal) {
    this.contents = contents
    this.seal = seal
  }

  add(of: number, bytes: Uint8Array): void {
    const { hash } = this.open?.of === of ? this.open : this.begin(of)
    hash.update(bytes)
  }

  private begin(of: number): OpenHash {
    this.close()
    if (this.contents.get(String(of)) !== undefined) this.isScattered = true
    return (this.open = { of, hash: createHash('sha256') })
  }

  close(): void {
    if (this.open) this.contents.set(String(this.open.of), this.seal(this.open.hash.digest('hex')))
    this.open = null
  }

  /** Digests values that stand in several places, in a further reading of the file. */
  async gather(source: ImportSource, stretches: Stretches): Promise<void> {
    const hashes = new Map<number, Hash>()
    let at = 0
    for await (const { offset, bytes } of recordsOf(source)) {
      while (at + 1 < stretches.count && stretches.from(at + 1) <= offset) at++
      if (bytes === null) continue
      const of = stretches.from(0) <= offset ? stretches.of(at) : 0
      const hash = hashes.get(of) ?? createHash('sha256')
      hashes.set(of, hash.update(bytes))
    }
    for (const [of, hash] of hashes) this.contents.set(String(of), this.seal(hash.digest('hex')))
  }
}
