import type { JsonObject } from '../../domain/model.ts'
import { rest, SmallSteps, type Resting } from '../breaths.ts'
import { compaction, note } from '../reading/tree/drafts.ts'
import { asHolder, asItems, plain, plainObject, type Items, type RecordObject } from '../reading/long/recordValue.ts'
import type { At, EntryStep, ReadContext, RecordReader, Step } from '../reading/tree/steps.ts'
import { asInstant, asObject, asText, objectsIn, objectsOf, without } from '../reading/values.ts'
import { answerOf, promptOf, textsOf } from './messages.ts'

const readMembers: ReadonlySet<string> = new Set(['id', 'title', 'directory'])

/** Reads exports of a session: a straight list by rising ids, in which one message holds all steps of an answer. */
export class OpenCodeReader implements RecordReader {
  private readonly context: ReadContext
  private readonly mostBytes: number
  /** The session that it was forked from. */
  private source: Source | null = null

  constructor(context: ReadContext, mostBytes: number) {
    this.context = context
    this.mostBytes = mostBytes
  }

  *read(value: RecordObject, { line }: At): Iterable<Step> {
    if (!isExport(value)) return
    const info = plainObject(asHolder(value['info']) ?? {})
    const [session, by] = [asText(info['id']), asText(info['parentID'])]
    const about = {
      kind: 'conversation',
      id: session,
      title: asText(info['title']),
      cwd: asText(info['directory']),
      metadata: without(info, readMembers),
    } as const
    const isSidechain = by !== null && session !== null && by !== session
    this.source = sourceOf(info)
    yield isSidechain ? { ...about, sidechainOf: by } : about
    if (isSidechain) yield { kind: 'spawn', by, agent: session }
    const messages = asItems(value['messages'])
    yield* this.tellMissing(value, line)
    if (messages !== null) yield* this.messages(messages, session, asText(asObject(info['revert'])?.['messageID']))
  }

  /** Of a session that was put together from its pieces some may be lacking: what there is is read. */
  private *tellMissing(value: RecordObject, line: number): Resting<void> {
    const ids = new Set(
      objectsIn(plain(value['orphanParts'] ?? null)).flatMap((part) => asText(part['messageID']) ?? []),
    )
    if (ids.size === 0) return
    const steps = new SmallSteps()
    for (const { info } of objectsOf(value['messages'])) {
      if (steps.areMany()) yield rest
      const id = asText(asObject(info)?.['id'])
      if (id !== null) ids.delete(id)
    }
    if (ids.size === 0) return
    const some = [...ids].slice(0, 10).join(', ')
    const message = `The messages ${some}${ids.size > 10 ? ` and ${ids.size - 10} more` : ''} are not there; what there is of them is kept raw.`
    this.context.findings.add(line, 'MISSING_MESSAGE', message)
  }

  private *messages(messages: Items, session: string | null, revert: string | null): Iterable<Step> {
    const order = yield* byId(messages)
    /** Of the message before, and of the newest one that a person did not take back. */
    let [last, current, isBack] = [null as string | null, null as string | null, false]
    let isOpen = false
    for (const [k, { at, name }] of order.entries()) {
      const message = asObject(messages.at(at)) ?? {}
      const info = asObject(message['info']) ?? {}
      const isUser = info['role'] === 'user'
      const isOwn = originOf(this.source, info) === null
      if (isUser && isOpen) yield { kind: 'run', state: 'COMPLETED' }
      if (isUser) isOpen = false
      // The runs of what was copied are the source's.
      if (isUser && isOwn) yield { kind: 'run', state: 'CLAIMED' }
      isOpen ||= isUser && isOwn
      const next = asObject(messages.at(order[k + 1]?.at ?? -1))
      yield* this.message(message, info, { name, last, next, session })
      if (isOpen && asObject(info['error'])?.['name'] === 'MessageAbortedError') {
        isOpen = false
        yield { kind: 'run', state: 'ABORTED' }
      }
      last = name
      isBack ||= name === revert
      if (!isBack) current = name
    }
    if (isOpen) yield { kind: 'run', state: 'COMPLETED' }
    if (isBack) yield { kind: 'head', id: current }
  }

  private *message(message: JsonObject, info: JsonObject, { name, last, next, session }: Beside): Iterable<Step> {
    const id = asText(info['id'])
    const origin = originOf(this.source, info)
    const place = {
      kind: 'entry',
      id,
      ...(id === null && { label: name }),
      content: message,
      parent: last,
      ...(origin && { origin }),
    } as const
    const parts = objectsIn(message['parts'])
    const observedAt = asInstant(asObject(info['time'])?.['created'])
    const compacted = info['role'] === 'user' ? parts.find(({ type }) => type === 'compaction') : undefined
    if (compacted && isSummary(next)) {
      const tail = asText(compacted['tail_start_id'])
      const keep = tail === null || last === null ? [] : [[tail, last] as const]
      yield { ...place, draft: compaction({ observedAt, fields: compacted }), keep, summary: textsOf(next) }
    } else if (info['role'] === 'user') yield { ...place, ...promptOf(info, parts, this.mostBytes) }
    else if (info['role'] !== 'assistant') yield { ...place, isUnknown: true, draft: note(message, { observedAt }) }
    else {
      const { draft, parts: further } = answerOf(info, parts, this.mostBytes)
      // The marker before it says a summary already.
      yield isSummary(message) && this.isOfMarker(last)
        ? { ...place, draft: note(message, { observedAt, usage: draft.usage, model: draft.model }) }
        : { ...place, draft, parts: further }
      for (const agent of startedBy(parts))
        if (session !== null && id !== null && agent !== session)
          yield { kind: 'spawn', by: session, agent, caller: id }
    }
    this.marker = compacted && isSummary(next) ? name : this.marker
  }

  /** The message that the newest marker is. */
  private marker: string | null = null

  private isOfMarker(name: string | null): boolean {
    return name !== null && name === this.marker
  }
}

interface Source {
  readonly id: string
  /** When the fork was made: its copies are older. */
  readonly forkedAt: string | null
}

/** A fork's messages have ids of their own, and the times of those that they are copies of. */
function sourceOf(info: JsonObject): Source | null {
  const id = asText(asObject(info['fork'])?.['sessionID'])
  if (id === null || id === info['id']) return null
  return { id, forkedAt: asInstant(asObject(info['time'])?.['created']) }
}

function originOf(source: Source | null, info: JsonObject): EntryStep['origin'] | null {
  const at = asInstant(asObject(info['time'])?.['created'])
  if (source === null) return null
  if (source.forkedAt === null || at === null) return { id: source.id, isSure: false }
  return at < source.forkedAt ? { id: source.id, isSure: true } : null
}

interface Beside {
  readonly name: string
  readonly last: string | null
  readonly next: JsonObject | null
  readonly session: string | null
}

/** Messages in the order of their ids, which rise; one without an id keeps its place in the list. */
function* byId(messages: Items): Resting<{ readonly at: number; readonly name: string }[]> {
  const steps = new SmallSteps()
  const order: { readonly at: number; readonly name: string; readonly id: string }[] = []
  const known = new Set<string>()
  let before = ''
  for (let at = 0; at < messages.length; at++) {
    if (steps.areMany()) yield rest
    const info = asObject(asObject(messages.at(at))?.['info'])
    if (info === null) continue
    const id = asText(info['id'])
    if (id !== null && known.has(id)) continue
    if (id !== null) known.add(id)
    before = id ?? before
    order.push({ at, id: before, name: id ?? `#${at}` })
  }
  return order.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : a.at - b.at))
}

function isSummary(message: JsonObject | null): message is JsonObject {
  const info = asObject(message?.['info'])
  return info?.['role'] === 'assistant' && info['summary'] === true
}

/** The sessions that calls of a message started. */
function startedBy(parts: readonly JsonObject[]): string[] {
  return parts.flatMap(({ type, state }) => {
    const metadata = asObject(asObject(state)?.['metadata'])
    return type === 'tool' ? (asText(metadata?.['sessionId']) ?? asText(metadata?.['sessionID']) ?? []) : []
  })
}

/** Says whether a value is an export of a session. */
export function isExport(value: RecordObject): boolean {
  const id = asText(asHolder(value['info'])?.['id'])
  const messages = asItems(value['messages'])
  if (id === null || messages === null) return false
  const first = asObject(messages.at(0))
  return id.startsWith('ses_') || (first !== null && asObject(first['info']) !== null && Array.isArray(first['parts']))
}
