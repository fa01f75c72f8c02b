import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Scope } from '../../src/app/scope.ts'
import { exportConversation } from '../../src/app/exports/exportConversation.ts'
import {
  importTranscript,
  type ImportReport,
  type ImportTranscript,
} from '../../src/app/imports/job/importTranscript.ts'
import { asTreeNode, walk } from '../../src/app/read/paths.ts'
import type { Conversation, JsonObject, Observation } from '../../src/domain/model.ts'
import { bytesSource } from '../../src/formats/importSource.ts'
import { addition, whyWithout } from '../../scripts/additions.ts'
import { root } from '../../scripts/root.ts'

const shared = addition('data')
export const noSharedData = whyWithout('data/claude-code')

export interface SharedFile {
  readonly name: string
  readonly bytes: Buffer
  readonly facts: Readonly<Record<string, number>>
}

/** Returns the real Claude Code transcripts with what is known of each. */
export function sharedTranscripts(): SharedFile[] {
  if (noSharedData !== false) return []
  const facts = JSON.parse(readFileSync(join(shared, 'facts.json'), 'utf8')) as Record<string, SharedFile['facts']>
  const folder = join(shared, 'claude-code')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'))
  return names
    .sort()
    .map((name) => ({ name, bytes: readFileSync(join(folder, name)), facts: facts[`claude-code/${name}`] ?? {} }))
}

/** Returns one of our own example transcripts. */
export function example(name: string): Buffer {
  return readFileSync(join(root, 'examples/claude-code', name))
}
export const sessions = {
  fork: '5e0b0f00-0000-4000-8000-00000000f0a1',
  agent: '5e0b0f00-0000-4000-8000-00000000a6e7',
  compaction: '5e0b0f00-0000-4000-8000-00000000c0de',
} as const

export type Entry = JsonObject & { readonly uuid?: string }
let clock = 0

/**
 * Returns entries from a drawing: `u1 a1<u1 c1<a1 r1:c1<c1` is a user turn, an answer, a call and its result. The first
 * letter is the kind (u user, a assistant, c call, r result, n note, b boundary), `<x` the parent, `:x` the call's id.
 */
export function entries(drawing: string, session = 's', more: JsonObject = {}): Entry[] {
  return drawing
    .trim()
    .split(/\s+/)
    .map((word) => ({ ...entry(word, session), ...more }))
}

function entry(word: string, sessionId: string): Entry {
  const [, name = '', call = '', parent = ''] = /^([^<:]+)(?::([^<]+))?(?:<(.+))?$/.exec(word) ?? []
  const timestamp = new Date(Date.UTC(2026, 0, 1) + ++clock * 1000).toISOString()
  const base = {
    parentUuid: parent === '' ? null : parent,
    isSidechain: false,
    sessionId,
    version: '2.1.0',
    uuid: name,
    timestamp,
    cwd: '/w',
  }
  const answer = (content: JsonObject) => ({
    ...base,
    type: 'assistant',
    message: {
      id: `msg_${call.split('/')[1] ?? name}`,
      role: 'assistant',
      type: 'message',
      model: 'm',
      content: [content],
      usage: { input_tokens: 1, output_tokens: 2 },
    },
  })
  const kinds: Readonly<Record<string, () => Entry>> = {
    u: () => ({ ...base, type: 'user', message: { role: 'user', content: `says ${name}` } }),
    a: () => answer({ type: 'text', text: `answers ${name}` }),
    c: () => answer({ type: 'tool_use', id: call.split('/')[0] || name, name: 'Read', input: { path: name } }),
    r: () => ({
      ...base,
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: call, content: `gives ${name}` }] },
    }),
    n: () => ({ ...base, type: 'progress', data: { type: 'hook_progress', of: name }, toolUseID: 'x' }),
    b: () => ({
      ...base,
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      parentUuid: null,
      logicalParentUuid: base.parentUuid,
      compactMetadata: { trigger: 'auto', preTokens: 9 },
    }),
  }
  const made = kinds[name[0] ?? '']
  if (!made) throw new Error(`"${word}" is no entry.`)
  return made()
}

/** Returns entries as the text of a file. */
export function linesOf(all: readonly JsonObject[]): string {
  return all.map((one) => `${JSON.stringify(one)}\n`).join('')
}

/** What an import reports, and the conversations that it answers as they stand then. */
export interface Imported {
  readonly report: ImportReport
  readonly conversations: readonly Conversation[]
}

/** Imports a text or bytes. */
export async function imports(
  scope: Scope,
  file: string | Uint8Array,
  more: Partial<ImportTranscript> = {},
): Promise<Imported> {
  const source = bytesSource(null, Buffer.from(file))
  const { report, conversationIds } = await importTranscript(scope, { source, ...more })
  const conversations = await scope.store.conversations(conversationIds)
  return { report, conversations: conversations as Conversation[] }
}

/** Returns an export as bytes. */
export async function exported(scope: Scope, conversationId: string, wholeTree = false): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of exportConversation(scope, { conversationId, format: 'CLAUDE_CODE', wholeTree }))
    pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Returns the path to a conversation's head, root first. */
export async function pathOf(scope: Scope, conversationId: string): Promise<Observation[]> {
  scope.reads.clear()
  const conversation = (await scope.reads.conversation(conversationId)) as Conversation
  const head = conversation.headId === null ? null : asTreeNode(await scope.reads.observation(conversation.headId))
  const nodes: Observation[] = []
  if (head) for await (const page of walk(scope.reads, head)) nodes.push(...page)
  return nodes
}

/** Returns the file's ids on the path to a conversation's head. */
export async function idsOf(scope: Scope, conversationId: string): Promise<string> {
  return (await pathOf(scope, conversationId)).map((node) => node.externalId ?? '?').join(' ')
}

/** Returns everything that an import may decide about a conversation, and no id of ours. */
export async function imprint(scope: Scope, id: string): Promise<unknown> {
  scope.reads.clear()
  const conversation = await scope.reads.conversation(id)
  if (!conversation) return null
  const { headId, shape, title, derivedTitle, preview, turnCount, activityAt, cwd, spawnedBy, sidechainOf } =
    conversation
  const nodes = await scope.store.lists([{ list: 'observationsOfConversation', owner: id, after: null, limit: 10_000 }])
  const all = nodes[0] ?? []
  const nameOf = new Map(all.map((node) => [node.id, node.externalId]))
  const parents = await Promise.all(
    all.map(async ({ place }) =>
      place?.parentId == null
        ? null
        : (nameOf.get(place.parentId) ?? (await scope.reads.observation(place.parentId))?.externalId),
    ),
  )
  const told = all.map((node, i) =>
    [
      node.externalId,
      parents[i],
      node.messageId,
      node.contentHash,
      node.place?.pathHash,
      node.place?.turn,
      node.place?.depth,
    ].join(' '),
  )
  const head = headId === null ? null : (await scope.reads.observation(headId))?.externalId
  const raw = await scope.store.rawSources(id)
  return {
    head,
    shape,
    title,
    derivedTitle,
    preview,
    turnCount,
    activityAt,
    cwd,
    spawnedBy,
    sidechainOf,
    nodes: told.sort(),
    raw,
  }
}
