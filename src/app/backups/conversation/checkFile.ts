import type { Contents, StoredConversation } from '../../../domain/contents.ts'
import { anyDangling, importStates, isDangling, marksOfSource } from '../../../domain/records/importMarks.ts'
import type { Observation } from '../../../domain/model.ts'
import { callIds, resultIds } from '../../../domain/messages/blocks.ts'
import { badInput, type Refusal } from '../../../domain/refusals.ts'
import { damaged, type Header, type BackupLine } from '../../../formats/ndjson/lines.ts'
import { checkedLines } from '../../../formats/ndjson/readLines.ts'
import { isContentKind, valueOf } from '../../../formats/ndjson/values.ts'
import { TreeCounts } from '../../../formats/reading/tree/treeCounts.ts'
import type { Scratch, ScratchMap } from '../../../formats/scratch.ts'
import { ContentCheck } from '../checks/contentCheck.ts'
import type { RawDifference, RawMore, RawTextsOptions } from '../rawTexts/rawTexts.ts'
import { checkValue } from '../restore.ts'
import { isOfConversation } from './stored.ts'

/** What a conversation's file holds. */
export interface FileContents {
  readonly conversationId: string
  /** All that it holds, the one it is of first. */
  readonly conversationIds: readonly string[]
  /** Lines that hold something, attachments' bytes aside. */
  readonly lines: number
  readonly nodes: number
  readonly shape: ReturnType<TreeCounts['counts']>
  readonly unansweredToolCalls: number
  readonly orphanToolResults: number
  /** Raw lines that say what no observation of the file says, the first ones. */
  readonly unsaid: readonly RawMore[]
}

/** How raw lines are read, and how many bytes they may unpack to. */
export type FileChecked = Pick<RawTextsOptions, 'openScratch' | 'seal' | 'limit'>

/** Reads a conversation's file through: refuses one that was altered, holds lines of no single conversation, or contradicts itself. */
export async function checkFile(
  open: () => AsyncIterable<Uint8Array>,
  scratch: Scratch,
  options: FileChecked,
): Promise<FileContents> {
  const check = new FileCheck(scratch, options)
  try {
    const lines = checkedLines(open())
    for (;;) {
      const next = await lines.next()
      if (next.done === true) return await check.finish(next.value)
      checkValue(next.value)
      if (!isContentKind(next.value.line) && next.value.line !== 'bytes') throw ofAll()
      await check.take(next.value)
    }
  } finally {
    await check.close()
  }
}

/** What a check reports of a sound file. */
class FileCheck {
  readonly #content: ContentCheck
  readonly #conversations: string[] = []
  readonly #calls: ScratchMap<true>
  readonly #results: ScratchMap<true>
  readonly #tree: TreeCounts
  readonly #headOf = new Map<string, string | null>()
  readonly #marks = new Set<string>([anyDangling.nameOf()])
  readonly #unsaid: RawMore[] = []
  #lines = 0
  #count = 0

  constructor(scratch: Scratch, options: FileChecked) {
    const onMore = (rawMore: RawMore) => {
      if (this.#unsaid.length < mostUnsaid) this.#unsaid.push(rawMore)
    }
    this.#content = new ContentCheck(scratch, { isDerived: true, texts: { ...options, onDifference: refuse, onMore } })
    this.#calls = scratch.map('calls')
    this.#results = scratch.map('results')
    this.#tree = new TreeCounts(scratch)
  }

  async take(line: BackupLine): Promise<void> {
    const { line: kind, number, value } = line
    if (isContentKind(kind)) {
      if (!isOfConversation(kind)) throw damaged(number, `does not belong to a single conversation: ${kind}`, { kind })
      this.#lines++
    }
    await this.#content.take(line)
    if (kind === 'conversation') this.#conversation(valueOf(kind, value))
    else if (kind === 'observation') this.#observation(valueOf(kind, value))
    else if (kind === 'rawChunk') this.#chunk(valueOf(kind, value))
    else if (kind === 'importMark') this.#mark(number, valueOf(kind, value))
    else if (kind === 'event' && valueOf(kind, value).conversationId === null)
      throw damaged(number, 'is an event of no conversation')
  }

  #conversation({ id, headId }: StoredConversation): void {
    this.#conversations.push(id)
    this.#headOf.set(id, headId)
    this.#marks.add(importStates.nameOf(id))
  }

  #chunk({ conversationId, source }: Contents['rawChunk']): void {
    for (const name of marksOfSource(conversationId, source)) this.#marks.add(name)
  }

  /** Marks are found by their names: one of another conversation would be that one's. */
  #mark(line: number, mark: Contents['importMark']): void {
    if (!this.#marks.has(mark.name) && !isDangling(mark))
      throw damaged(line, `marks "${mark.name}", which is not in the file`)
  }

  #observation({ id, place, blocks }: Observation): void {
    for (const call of callIds(blocks)) this.#calls.set(call, true)
    for (const call of resultIds(blocks)) this.#results.set(call, true)
    if (place === null) return
    this.#count++
    this.#tree.add(0, id, place.parentId)
  }

  close(): Promise<void> {
    return this.#content.close()
  }

  async finish({ conversationId }: Header): Promise<FileContents> {
    if (conversationId === null) throw ofAll()
    this.#content.named.must('CONVERSATION', conversationId, 1)
    await this.#content.finish()
    const head = this.#headOf.get(conversationId) ?? null
    if (head !== null) this.#tree.head(0, head)
    return {
      conversationId,
      conversationIds: [conversationId, ...this.#conversations.filter((id) => id !== conversationId)],
      ...{ lines: this.#lines, nodes: this.#count, shape: this.#tree.counts() },
      unansweredToolCalls: countOf(this.#calls, this.#results),
      orphanToolResults: countOf(this.#results, this.#calls),
      unsaid: this.#unsaid,
    }
  }
}

function countOf(some: ScratchMap<true>, others: ScratchMap<true>): number {
  let count = 0
  for (const [name] of some.entries()) if (others.get(name) === undefined) count++
  return count
}

const mostUnsaid = 100

function refuse({ line, conversationId, source, rawLine }: RawDifference): never {
  throw damaged(line, `says what raw line ${rawLine} of "${conversationId}", which it was read from, does not`, {
    source,
    rawLine,
  })
}

function ofAll(): Refusal {
  return badInput('The file is a backup of a whole store, and of no one conversation: "turngraph restore" takes it.', {
    conversationId: null,
  })
}
