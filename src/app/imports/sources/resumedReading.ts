import { sealOf } from '../../../domain/access/keyedDigest.ts'
import { textOf } from '../../../domain/messages/blocks.ts'
import { resumedEntries, resumedSessions, type ResumedSession } from '../../../domain/records/importMarks.ts'
import { sha256 } from '../../../domain/tree/pathHash.ts'
import type { PlanItem, PlannedNode, Reading } from '../../../formats/plan.ts'
import { own } from '../../../runtime/own.ts'
import type { Scope } from '../../scope.ts'
import { pagesOf } from '../raw/pagesOf.ts'

const idsAtOnce = 500

/**
 * Returns a file's reading in which sessions that agents were given are the conversations which those continue, and what
 * was written into their files is what is stored already: what the agents wrote behind it is all that is new.
 */
export async function resumedReading(
  scope: Scope,
  reading: Reading,
  firstIds: readonly string[] = [],
): Promise<Reading> {
  const sessions = new Sessions(scope)
  for (const page of pagesOf(reading.lineOwners(), idsAtOnce)) await sessions.learn(page)
  const [owner] = reading.lineOwners()
  if (owner !== undefined && !sessions.areAny) await sessions.learnByEntries(owner, firstIds)
  const { identityOf } = reading
  return {
    *lineOwners() {
      const seen = new Set<string>()
      for (const owner of reading.lineOwners()) {
        const id = sessions.conversationOf(owner)
        if (!seen.has(id)) yield id
        if (id !== owner) seen.add(id)
      }
    },
    identityOf: identityOf && ((owner) => identityOf(sessions.sessionOf(owner))),
    async *ownedLines() {
      for await (const line of reading.ownedLines())
        yield { ...line, conversationId: sessions.conversationOf(line.conversationId) }
    },
    async *items() {
      for await (const items of reading.items()) {
        await sessions.learn(items.flatMap((item) => (item.kind === 'node' ? (item.origin?.conversationId ?? []) : [])))
        yield sessions.areAny ? items.map((item) => sessions.known(item)) : items
      }
    },
    get counts() {
      return reading.counts
    },
    isSidecar: reading.isSidecar,
    isEmpty: reading.isEmpty,
  }
}

/** The sessions of a file that agents were given here. */
class Sessions {
  private readonly scope: Scope
  private readonly marks = new Map<string, ResumedSession>()
  private readonly requested = new Set<string>()
  private readonly sessions = new Map<string, string>()
  /** Sessions under another id, of whose entries none was met yet: what stands before them is the program's own. */
  private readonly renamed = new Set<string>()
  /** Sessions whose prompt of the command was met, or did not come first. */
  private readonly prompted = new Set<string>()

  constructor(scope: Scope) {
    this.scope = scope
  }

  get areAny(): boolean {
    return this.marks.size > 0
  }

  async learn(ids: readonly string[]): Promise<void> {
    const wanted = [...new Set(ids)].filter((id) => !this.requested.has(id))
    if (wanted.length === 0) return
    for (const id of wanted) this.requested.add(id)
    const marks = await this.scope.store.importMarks(wanted.map((id) => resumedSessions.nameOf(id)))
    for (const [i, id] of wanted.entries()) {
      const mark = resumedSessions.read(marks[i])
      if (mark === null) continue
      this.marks.set(id, mark)
      this.sessions.set(mark.conversationId, id)
    }
  }

  /** Learns that a session under another id begins with the entries of one that an agent was given. */
  async learnByEntries(owner: string, entries: readonly string[]): Promise<void> {
    if (entries.length === 0) return
    const marks = await this.scope.store.importMarks(entries.map((id) => resumedEntries.nameOf(id)))
    const session = marks.map((mark) => resumedEntries.read(mark)).find((id) => id !== null) ?? null
    const [mark] = session === null ? [] : await this.scope.store.importMarks([resumedSessions.nameOf(session)])
    const resumedIds = resumedSessions.read(mark)
    if (resumedIds === null) return
    this.marks.set(owner, resumedIds)
    this.sessions.set(resumedIds.conversationId, owner)
    this.renamed.add(owner)
  }

  conversationOf(id: string): string {
    return this.marks.get(id)?.conversationId ?? id
  }

  sessionOf(id: string): string {
    return this.sessions.get(id) ?? id
  }

  known(item: PlanItem): PlanItem {
    switch (item.kind) {
      case 'node':
        return this.node(item)
      case 'line':
      case 'head':
      case 'run':
        return { ...item, conversationId: this.conversationOf(item.conversationId) }
      case 'fork':
      case 'conversation':
        return { ...item, conversationId: this.conversationOf(item.conversationId), raw: this.raw(item) }
      case 'waits':
        return { ...item, conversationId: this.conversationOf(item.conversationId), for: this.conversationOf(item.for) }
      case 'title': {
        const { of } = item
        const named = 'conversationId' in of ? { conversationId: this.conversationOf(of.conversationId) } : of
        return { ...item, raw: this.raw(item), of: named }
      }
      case 'spawn': {
        const { side } = item
        if (!('sidechain' in side)) return item
        return { ...item, side: { ...side, sidechainOf: this.conversationOf(side.sidechainOf) } }
      }
    }
  }

  private node(node: PlannedNode): PlannedNode {
    const { origin, sidechainOf } = node
    const mark = this.marks.get(node.conversationId) ?? (origin && this.marks.get(origin.conversationId))
    const known = mark ? (own(mark.nodes, node.externalId) ?? null) : null
    const is = known ?? (mark ? (this.beforeAll(mark, node.conversationId) ?? this.promptIn(mark, node)) : null)
    if (known !== null) this.renamed.delete(node.conversationId)
    return {
      ...node,
      ...(is !== null && { is }),
      conversationId: this.conversationOf(node.conversationId),
      raw: this.raw(node),
      sidechainOf: sidechainOf === null ? null : this.conversationOf(sidechainOf),
      origin: origin && { ...origin, conversationId: this.conversationOf(origin.conversationId) },
    }
  }

  /** What a program says before the entries that it was given belongs to the first of them. */
  private beforeAll({ nodes }: ResumedSession, conversationId: string): string | null {
    return this.renamed.has(conversationId) ? (Object.values(nodes)[0] ?? null) : null
  }

  /** The prompt of the command is the first that a person said behind what was written. */
  private promptIn({ prompt }: ResumedSession, { draft, conversationId }: PlannedNode): string | null {
    const isTalk = draft.kind === 'TURN' && (draft.role === 'USER' || draft.role === 'ASSISTANT')
    if (prompt === null || !isTalk || this.prompted.has(conversationId)) return null
    const isIt =
      draft.role === 'USER' && sealOf(this.scope)(sha256((textOf(draft.blocks) ?? '').trim())) === prompt.digest
    if (isIt || draft.role === 'ASSISTANT') this.prompted.add(conversationId)
    return isIt ? prompt.id : null
  }

  private raw({ raw }: Pick<PlannedNode, 'raw'>): PlannedNode['raw'] {
    return { ...raw, conversationId: this.conversationOf(raw.conversationId) }
  }
}
