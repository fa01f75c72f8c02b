import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { IncomingMessage } from 'node:http'
import type { ImportReport } from '../../app/imports/importTranscript.ts'
import { createPatience } from '../../app/imports/patience.ts'
import { exportHeaders } from '../../formats/writing/headers.ts'
import { CommandFailed } from '../failures.ts'
import {
  totalsOf,
  type BackupAsked,
  type Counted,
  type Exported,
  type Graph,
  type Imported,
  type Integrity,
  type ListedConversation,
  type OpenMode,
  type WantedExport,
} from '../graph.ts'
import { ask, jsonOf, unexpectedAnswer, type Asked } from '../http.ts'
import * as queries from './remoteQueries.ts'
import { findThings } from '../show/show.ts'

/** Returns the graph of a running server, over its HTTP interface. */
export function openRemoteGraph(base: URL, { onWait }: OpenMode): Graph {
  const query = <T>(text: string, variables: object): Promise<T> => graphql(base, text, variables)
  const found = async <T>(text: string, id: string, variables: object = {}): Promise<T> => {
    const { conversation } = await query<{ conversation: T | null }>(text, { id, ...variables })
    if (conversation === null)
      throw new CommandFailed('NOT_FOUND', `No Conversation has the id "${id}".`, { kind: 'Conversation', id })
    return conversation
  }
  return {
    importFile: (path, options) => createPatience({ onWait, isPassing })(() => importFile(base, path, options)),
    tree: async (id, { maxNodes, ...options }) =>
      (await found<{ tree: string }>(queries.tree, id, { ...options, maxNodes: maxNodes ?? queries.mostDrawn })).tree,
    async diff(base, target) {
      const { changed, ...told } = (await query<queries.DiffAnswer>(queries.diff, { base, target })).diff
      return { ...told, changedCount: changed.length }
    },
    conversation: async (id) => {
      const answer = await found<queries.ConversationAnswer>(queries.conversation, id)
      return queries.statsOf(answer, await queries.spentOf(query, [id]))
    },
    totals: async () => {
      const spent = await queries.spentOf(query, null)
      return totalsOf({ store: await storeName(base), size: null, rows: null, spent }, countedOf(query))
    },
    things: (id, last) => findThings(query, id, last),
    list: () => queries.pages<ListedConversation>(query, queries.listed),
    async *conversationIds() {
      for await (const { id } of queries.pages<{ id: string }>(query, queries.ids)) yield id
    },
    async integrity(id, deep) {
      if (deep)
        throw new CommandFailed('BAD_INPUT', 'Attachments are hashed where they lie: give --deep without --url.')
      const parts: Integrity[] = []
      for (let after: string | null = null; ;) {
        const { integrity }: queries.IntegrityAnswer = await query(queries.integrity, { id, after })
        parts.push(integrity)
        if (integrity.next === null) return joined(parts)
        after = integrity.next
      }
    },
    export: (id, wanted) => exported(base, id, wanted),
    async extract({ includeExperiments, includeDeleted, ...asked }) {
      const flags = { includeExperiments: String(includeExperiments), includeDeleted: String(includeDeleted) }
      const parameters = { ...asked, ...flags }
      return piecesOf(base, await accepted(base, { method: 'GET', path: 'export', parameters }))
    },
    search: (asked) => queries.search(query, asked),
    reindex: () => {
      const message = `The index of ${base.href} is made anew where its store is: run "reindex" there, without --url.`
      return Promise.reject(new CommandFailed('NOT_REMOTE', message, { url: base.href }))
    },
    act: async (name, input) => (await import('./remoteActs.ts')).actThere(query, name, input),
    backup: (options) => backup(base, options),
    restore: () =>
      Promise.reject(
        new CommandFailed(
          'BAD_INPUT',
          'A backup is restored into the store that DATA or STORE names: leave --url out.',
        ),
      ),
    faults: () => Promise.resolve(null),
    merge: async (asked) => (await import('./remoteMerges.ts')).mergeThere(query, asked),
    repair: async (asked) => (await import('./remoteMerges.ts')).repairThere(query, asked),
    close: () => Promise.resolve(),
  }
}

function joined(parts: readonly Integrity[]): Integrity {
  const sum = (of: (part: Integrity) => number) => parts.reduce((total, part) => total + of(part), 0)
  return {
    damage: sum(({ damage }) => damage),
    repairable: sum(({ repairable }) => repairable),
    findings: parts.flatMap(({ findings }) => findings),
  }
}

async function* backup(base: URL, { attachments }: BackupAsked): AsyncGenerator<Uint8Array> {
  if (typeof attachments !== 'string')
    throw new CommandFailed('BAD_INPUT', 'A server gives the bytes in the file or not at all, never beside it.')
  const answer = await accepted(base, { method: 'GET', path: 'backup', parameters: { attachments } })
  for await (const piece of answer) yield piece as Uint8Array
  if (!answer.complete) throw new CommandFailed('UNREACHABLE', `${base.href} broke off the backup.`)
}

async function graphql<T>(base: URL, query: string, variables: object): Promise<T> {
  const body = JSON.stringify({ query, variables })
  const answer = await ask(base, { method: 'POST', path: 'graphql', type: 'application/json', body })
  const { data, errors } = (await jsonOf(base, answer)) as { data?: T | null; errors?: GraphqlError[] }
  const [error] = errors ?? []
  if (error) throw new CommandFailed(error.extensions?.code ?? 'INTERNAL', error.message, error.extensions?.details)
  if (data == null) throw unexpectedAnswer(base, answer)
  return data
}
interface GraphqlError {
  readonly message: string
  readonly extensions?: { readonly code?: string; readonly details?: unknown }
}

async function storeName(base: URL): Promise<string> {
  const answer = await ask(base, { method: 'GET', path: 'health/ready' })
  const { store } = (await jsonOf(base, answer)) as { store?: string }
  if (store === undefined) throw unexpectedAnswer(base, answer)
  return store
}

async function* countedOf(query: queries.Query): AsyncGenerator<Counted> {
  for await (const found of queries.pages<queries.CountedAnswer>(query, queries.counted)) {
    const { origin, updatedAt, forkedFrom, messages, treeShape } = found
    const inherited = (forkedFrom?.observation?.depth ?? -1) + 1
    const turns = messages.totalCount
    yield { origin, isFork: forkedFrom !== null, turns, updatedAt, inherited, shape: treeShape }
  }
}

/** Asks for something other than GraphQL; what the server refuses is thrown with its code and facts. */
async function accepted(base: URL, asked: Asked): Promise<IncomingMessage> {
  const answer = await ask(base, asked)
  if (answer.statusCode === 200) return answer
  const { error } = (await jsonOf(base, answer)) as { error?: { code: string; message: string; details: unknown } }
  throw error ? new CommandFailed(error.code, error.message, error.details) : unexpectedAnswer(base, answer)
}

async function exported(base: URL, id: string, { format, part, wholeTree }: WantedExport): Promise<Exported> {
  const parameters = { ...(format === null ? {} : { format }), ...(part === null ? {} : { part }) }
  const answer = await accepted(base, {
    method: 'GET',
    path: `export/${encodeURIComponent(id)}`,
    parameters: { ...parameters, wholeTree: String(wholeTree) },
  })
  const told = (name: string) => (answer.headers[name] as string | undefined) ?? null
  const pieces = piecesOf(base, answer)
  return { format: told(exportHeaders.format) ?? '', leftOut: told(exportHeaders.leftOut), pieces }
}

async function* piecesOf(base: URL, answer: IncomingMessage): AsyncGenerator<Uint8Array> {
  for await (const piece of answer) yield piece as Uint8Array
  if (!answer.complete) throw new CommandFailed('UNREACHABLE', `${base.href} broke off the export.`)
}

/** A server whose store is away, or which is just ending or busy; the same file may be sent again. */
function isPassing(thrown: unknown): boolean {
  return thrown instanceof CommandFailed && ['TIMEOUT', 'OVERLOADED'].includes(thrown.code)
}

async function importFile(
  base: URL,
  path: string,
  { format, conversationId, onProgress }: Parameters<Graph['importFile']>[1],
): Promise<Imported> {
  if ((await stat(path)).isDirectory()) throw new CommandFailed('FILE_UNUSABLE', `"${path}" is a folder.`, { path })
  const body = createReadStream(path)
  body.on('data', () => onProgress(body.bytesRead))
  const parameters = { fileName: basename(path), format, conversationId }
  const type = 'application/octet-stream'
  const answer = await accepted(base, { method: 'POST', path: 'import', parameters, type, body })
  const { conversationIds, ...report } = (await jsonOf(base, answer)) as ImportReport & { conversationIds: string[] }
  return { report, conversationIds }
}
