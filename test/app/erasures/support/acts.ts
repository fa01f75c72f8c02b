import { annotate } from '../../../../src/app/annotations/annotate.ts'
import { updateConversation } from '../../../../src/app/conversations/updateConversation.ts'
import { correctEntity } from '../../../../src/app/entities/correctEntity.ts'
import { storeEntity } from '../../../../src/app/entities/storeEntity.ts'
import { forkConversation } from '../../../../src/app/forks/forkConversation.ts'
import { checkpoint } from '../../../../src/app/heads/checkpoint.ts'
import { rewindConversation } from '../../../../src/app/heads/rewindConversation.ts'
import { cancelMarker } from '../../../../src/app/markers/cancelMarker.ts'
import { compact } from '../../../../src/app/markers/compact.ts'
import { dropSpan } from '../../../../src/app/markers/dropSpan.ts'
import { mergeConversations } from '../../../../src/app/merges/mergeConversations.ts'
import { relate } from '../../../../src/app/relationships/relate.ts'
import { answerRun } from '../../../../src/app/runs/answerRun.ts'
import { claimRun } from '../../../../src/app/runs/claimRun.ts'
import { completeRun } from '../../../../src/app/runs/completeRun.ts'
import { suspendRun } from '../../../../src/app/runs/suspendRun.ts'
import { putRecords } from '../../../../src/app/stateRecords/putRecords.ts'
import { amendMessage } from '../../../../src/app/turns/amendMessage.ts'
import { deleteMessage } from '../../../../src/app/turns/deleteMessage.ts'
import { restoreMessage } from '../../../../src/app/turns/restoreMessage.ts'
import { storeTurn } from '../../../../src/app/turns/storeTurns.ts'
import type { StoreTurn } from '../../../../src/app/turns/turnInput.ts'
import type { JsonObject } from '../../../../src/domain/model.ts'
import { wordGates } from '../../../support/merges.ts'
import { entries, imports, linesOf } from '../../../support/transcripts.ts'
import type { MarkedWorld, Said } from './markedWorld.ts'

/** Does something in a world, chosen by two numbers. */
export type Act = (world: MarkedWorld, a: number, b: number) => Promise<unknown>

const at = <T>(items: readonly T[], n: number): T | undefined => items[n % Math.max(1, items.length)]
const conversation = (world: MarkedWorld, n: number): string => at(world.conversations, n) ?? 'c0'
const saidAt = (world: MarkedWorld, n: number): Said | undefined => at(world.said, n)

async function stored(world: MarkedWorld, input: StoreTurn & { conversationId: string; turnId: string }) {
  const { observation } = await storeTurn(world.scope(), input)
  const { conversationId, turnId } = input
  if (!world.conversations.includes(conversationId)) world.conversations.push(conversationId)
  world.said.push({ conversationId, turnId, observationId: observation.id, input: { ...input } })
  return observation
}

/** The bytes of a file, which some turns share. */
function bytesOf(world: MarkedWorld, b: number): string {
  const known = world.bytes.get(b % 3)
  const bytes = known ?? `bytes ${world.mark('bytes of a file')}`
  world.bytes.set(b % 3, bytes)
  return Buffer.from(bytes).toString('base64')
}

/** A turn of one of several kinds. */
function turnOf(world: MarkedWorld, b: number): Pick<StoreTurn, 'role' | 'blocks'> & Partial<StoreTurn> {
  const text = () => ({ type: 'text', text: `Says ${world.mark('text')} here.` }) as const
  switch (b % 8) {
    case 0:
    case 1:
      return { role: 'USER', blocks: [text()] }
    case 2:
      return {
        role: 'ASSISTANT',
        blocks: [{ type: 'thinking', thinking: world.mark('thinking') }, text()],
        model: 'm',
        usage: { inputTokens: 3 },
      }
    case 3:
      return {
        role: 'ASSISTANT',
        blocks: [
          {
            type: 'toolCall',
            callId: `k${world.next('call')}`,
            name: 'read',
            input: { path: world.mark('tool input') },
          },
        ],
      }
    case 4:
      return {
        role: 'TOOL',
        blocks: [
          {
            type: 'toolResult',
            callId: `k${world.counts['call'] ?? 0}`,
            content: world.mark('tool result'),
            isError: b % 3 === 0,
          },
        ],
      }
    case 5:
      return {
        role: 'USER',
        blocks: [text()],
        attachments: [{ name: `${world.mark('file name')}.txt`, base64: bytesOf(world, b) }],
      }
    case 6:
      return {
        role: 'USER',
        blocks: [{ type: 'other', value: { odd: world.mark('other') } as never }, text()],
        attachments: [{ uri: `https://example.org/${world.mark('uri')}` }],
      }
    default:
      return {
        role: 'USER',
        blocks: [text()],
        senderId: world.mark('sender'),
        metadata: { insight: true, [world.mark('name in metadata')]: 1 },
      }
  }
}

async function say(world: MarkedWorld, a: number, b: number): Promise<void> {
  const conversationId = a % 5 === 0 ? `c${a % 3}` : conversation(world, a)
  const turnId = `t${world.next('turn')}`
  const key = a % 3 === 0 ? { idempotencyKey: `key ${turnId}` } : {}
  await stored(world, { ...turnOf(world, b), ...key, conversationId, turnId })
}

/** The same again: on the path, in a fork, or where it is another's. */
async function sayAgain(world: MarkedWorld, a: number, b: number): Promise<void> {
  const said = saidAt(world, a)
  if (said === undefined) return
  const input = { ...said.input, idempotencyKey: null } as unknown as StoreTurn
  const conversationId = b % 2 === 0 ? said.conversationId : conversation(world, b)
  await stored(world, { ...input, conversationId, turnId: said.turnId })
}

async function sayOtherwise(world: MarkedWorld, a: number, b: number): Promise<void> {
  const said = saidAt(world, a)
  if (said === undefined) return
  const role = said.input['role'] as StoreTurn['role']
  const text = `Says ${world.mark('version')} now.`
  await stored(world, {
    conversationId: b % 3 === 0 ? conversation(world, b) : said.conversationId,
    turnId: said.turnId,
    role,
    blocks: [{ type: 'text', text }],
  })
}

async function fork(world: MarkedWorld, a: number, b: number): Promise<void> {
  const source = conversation(world, a)
  const newConversationId = `f${world.next('fork')}`
  const point = b % 3 === 0 ? {} : { at: { turn: b % 5 } }
  const { conversation: made } = await forkConversation(world.scope(), { source, newConversationId, ...point })
  world.conversations.push(newConversationId)
  const from = made?.forkedFrom?.observationId
  if (from == null) return
  // Its note is about the place where it begins.
  const note = world.mark('note of a fork', [from], ['*'])
  await forkConversation(world.scope(), {
    source,
    newConversationId: `${newConversationId}n`,
    at: { observationId: from },
    note,
  })
  world.conversations.push(`${newConversationId}n`)
}

async function summed(world: MarkedWorld, a: number, b: number): Promise<void> {
  const conversationId = conversation(world, a)
  const span = { conversationId, from: { turn: 1 + (b % 3) }, to: { turn: 1 + (b % 3) + (a % 3) } }
  const { marker } =
    b % 4 === 3
      ? await dropSpan(world.scope(), span)
      : await compact(world.scope(), { ...span, summary: `They said ${world.mark('summary')}.` })
  world.markers.push({ conversationId, id: marker.id })
}

async function merge(world: MarkedWorld, a: number, b: number): Promise<void> {
  const said = saidAt(world, b)
  if (said === undefined) return
  const [into, from] = [conversation(world, a), said.conversationId]
  const how =
    b % 2 === 0
      ? { strategy: 'INSIGHTS' as const }
      : { strategy: 'CHERRY_PICK' as const, turns: [`${from}:${said.turnId}`] }
  await mergeConversations(world.scope(), wordGates(), { into, from: [from], ...how })
}

async function amend(world: MarkedWorld, a: number, b: number): Promise<void> {
  const said = saidAt(world, a)
  if (said === undefined) return
  const messageId = `${said.conversationId}:${said.turnId}`
  const text = `Says ${world.mark('correction')} in truth.`
  const { observation } = await amendMessage(world.scope(), {
    messageId,
    fields: b % 2 ? { text } : { metadata: { more: text } },
  })
  world.corrections.push({ id: observation?.id ?? '', messageId })
  if (b % 3 !== 0) return
  const ids: string[] = []
  const removed = await deleteMessage(world.scope(), {
    id: messageId,
    note: world.mark('note of a deletion', ids, [said.conversationId]),
  })
  ids.push(removed.observation?.id ?? '')
  if (b % 2 === 0) await restoreMessage(world.scope(), { id: messageId })
}

async function run(world: MarkedWorld, a: number, b: number): Promise<void> {
  const [conversationId, runId] = [conversation(world, a), `r${world.next('run')}`]
  const turnId = `t${world.next('turn')}`
  await claimRun(world.scope(), { conversationId, runId })
  await stored(world, { ...turnOf(world, b % 2), conversationId, turnId, runId })
  const { observationId } = world.said.at(-1) as Said
  const request = { ask: world.mark('question', [observationId, conversationId]) }
  await suspendRun(world.scope(), { conversationId, runId, questionId: 'q', request })
  if (b % 2 === 0) return
  const answer = world.mark('answer', [observationId, conversationId])
  await answerRun(world.scope(), { conversationId, runId, questionId: 'q', answer })
  await completeRun(world.scope(), { conversationId, runId })
}

async function aside(world: MarkedWorld, a: number, b: number): Promise<void> {
  const said = saidAt(world, a)
  if (said === undefined) return
  const { observationId, conversationId } = said
  const scope = world.scope()
  if (b % 4 === 0)
    await annotate(scope, {
      observationId,
      annotations: { says: world.mark('annotation', [observationId], [conversationId]) },
    })
  if (b % 4 === 1)
    await putRecords(scope, {
      conversationId,
      records: [
        {
          kind: 'k',
          key: `r${world.next('record')}`,
          value: world.mark('record', [observationId, conversationId]),
          observationId,
        },
      ],
    })
  if (b % 4 === 2)
    await putRecords(scope, {
      conversationId,
      records: [
        { kind: 'k', key: `r${world.next('record')}`, value: { deep: [world.mark('state', [conversationId])] } },
      ],
    })
  if (b % 4 === 3) {
    const other = saidAt(world, b) ?? said
    const ids = [`${conversationId}:${said.turnId}`, `${other.conversationId}:${other.turnId}`]
    const metadata = { why: world.mark('metadata of an edge', ids, ['*']) }
    await relate(scope, {
      type: 'REFERS_TO',
      source: { messageId: ids[0] ?? '' },
      target: { messageId: ids[1] ?? '' },
      metadata,
    })
  }
}

async function entity(world: MarkedWorld, a: number, b: number): Promise<void> {
  const id = `e${a % 2}`
  const fields = { says: world.mark('field of an entity', [id]) }
  if (b % 2 === 0)
    await storeEntity(world.scope(), { id, type: 'topic', name: world.mark('name of an entity', [id]), fields })
  else await correctEntity(world.scope(), { id, fields })
  const said = saidAt(world, a)
  if (said)
    await relate(world.scope(), {
      type: 'REFERS_TO',
      source: { messageId: `${said.conversationId}:${said.turnId}` },
      target: { entityId: id },
    })
}

async function move(world: MarkedWorld, a: number, b: number): Promise<void> {
  const conversationId = conversation(world, a)
  if (b % 3 === 0) {
    const title = `Title ${world.mark('title', [conversationId])}`
    await updateConversation(world.scope(), {
      id: conversationId,
      title,
      metadata: { of: world.mark('metadata of a conversation', [conversationId]) },
    })
  } else if (b % 3 === 1)
    await rewindConversation(world.scope(), {
      conversationId,
      to: { turn: b % 4 },
      note: world.mark('note of a rewind', [conversationId], ['*']),
    })
  else
    await checkpoint(world.scope(), {
      conversationId,
      name: `here ${world.mark('checkpoint', [conversationId], ['*'])}`,
    })
}

const drawings = [
  'u1 a1<u1 u2<a1 a2<u2',
  'u1 c1<u1 r1:c1<c1 a2<r1',
  'u1 a1<u1 b1<a1 u3<a1 u2<a1',
  'u1 c1:k1/x<u1 c2:k2/x<c1 r1:k1<c2 n1<r1 a3<n1',
]

/** A session of Claude Code, each of whose entries says a word of its own. */
async function bring(world: MarkedWorld, a: number, b: number): Promise<void> {
  const [earlier] = b % 3 === 0 ? [...world.files].slice(a % Math.max(1, world.files.size)) : []
  const [sessionId, before] = earlier ?? [`s${world.next('session')}`, '']
  const own = `${sessionId}-${world.next('part')}-`
  const last = before === '' ? null : (JSON.parse(before.trim().split('\n').at(-1) ?? '{}') as { uuid?: string })
  const drawn = entries(at(drawings, a) ?? '', sessionId, { timestamp: '2026-01-01T00:00:00.000Z' })
  const lines = drawn.map((entry): JsonObject => ({
    ...sayingOf(world, entry),
    uuid: `${own}${entry.uuid ?? ''}`,
    parentUuid: entry['parentUuid'] === null ? (last?.uuid ?? null) : `${own}${entry['parentUuid'] as string}`,
  }))
  const file = before + linesOf(lines)
  world.files.set(sessionId, file)
  const { conversations } = await imports(world.scope(), file)
  for (const { id } of conversations) if (!world.conversations.includes(id)) world.conversations.push(id)
}

function sayingOf(world: MarkedWorld, entry: JsonObject): JsonObject {
  const message = entry['message'] as JsonObject | undefined
  if (message === undefined) return entry
  const content = message['content']
  const said = Array.isArray(content)
    ? content.map((part) => partOf(world, part as JsonObject))
    : `Says ${world.mark('line')}.`
  return { ...entry, message: { ...message, content: said } }
}

function partOf(world: MarkedWorld, part: JsonObject): JsonObject {
  if (part['type'] === 'text') return { ...part, text: `Says ${world.mark('line')}.` }
  if (part['type'] === 'tool_use') return { ...part, input: { path: world.mark('input in a line') } }
  return { ...part, content: world.mark('result in a line') }
}

/** By name; a name stands as often as it is to be drawn. */
export const acts: Readonly<Record<string, Act>> = {
  say,
  sayMore: say,
  sayAlso: say,
  sayStill: say,
  sayAgain,
  sayOtherwise,
  fork,
  summed,
  summedAgain: summed,
  merge,
  amend,
  run,
  aside,
  entity,
  move,
  bring,
  async cancel(world, a) {
    const marker = at(world.markers, a)
    if (marker) await cancelMarker(world.scope(), { conversationId: marker.conversationId, markerId: marker.id })
  },
}
