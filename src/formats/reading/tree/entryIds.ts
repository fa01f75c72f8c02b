import { fitName } from '../../../domain/ids.ts'
import type { Seal } from '../../../domain/access/keyedDigest.ts'
import { sha256 } from '../../../domain/tree/pathHash.ts'
import type { Scratch, ScratchMap } from '../../scratch.ts'
import type { EntryStep, RecordFormat } from './steps.ts'

/** What an entry is called in the store, and in its conversation. */
export interface EntryId {
  readonly key: string
  readonly turnId: string
}

/** Names entries: by the ids that the file gives them, else by what they say and which of the equal ones they are. */
export class EntryIds {
  private readonly format: RecordFormat
  private readonly equal: ScratchMap<number>

  private readonly seal: Seal

  constructor(format: RecordFormat, scratch: Scratch, seal: Seal) {
    this.format = format
    this.seal = seal
    this.equal = scratch.map('equal')
  }

  /** Returns an entry's names. Each entry is asked for once. */
  of(conversationId: string, { id: text, key, content, draft, isScoped, isMade }: EntryStep): EntryId {
    const { name, family = name } = this.format
    const scope = isScoped ? `${conversationId}:` : ''
    const id = isMade && text !== null ? this.seal(text).slice(0, text.length) : text
    if (id !== null) return { key: `${family}:${scope}${fitName(key ?? id)}`, turnId: fitName(id) }
    const json = JSON.stringify(content ?? draft.blocks)
    const hash = this.seal(sha256(`${family}\n${conversationId}\n${json}`)).slice(0, 32)
    const count = (this.equal.get(hash) ?? 0) + 1
    this.equal.set(hash, count)
    const made = count === 1 ? hash : `${hash}-${count}`
    return { key: made, turnId: made }
  }
}
