/** Holds what was imported to an expectation of `reports.ts`, over HTTP alone. */
import { isDeepStrictEqual } from 'node:util'
import type { Api } from '../graphql/support/api.ts'
import type { Counts, Expectation, ReportCase, ReportFile, Saying } from './reports.ts'

/** What `POST /import` answered. */
interface ImportAnswer {
  readonly status: number
  readonly body: {
    readonly message?: string
    readonly error?: unknown
    readonly added?: number
    readonly conversationIds?: readonly string[]
    readonly findings?: readonly { readonly code: string }[]
  }
}

/** A message of OPENAI_CHAT. */
interface ChatMessage {
  readonly role: string
  readonly content?: unknown
  readonly tool_calls?: readonly { readonly id: string }[]
  readonly tool_call_id?: string
}

interface Entry {
  readonly role: string | null
  readonly text: string
  readonly observation: { readonly model: string | null }
}

interface Imported {
  readonly api: Api
  readonly files: readonly ReportFile[]
  readonly answers: readonly ImportAnswer[]
  /** The conversation that is looked at; null where none was named. */
  readonly id: string | null
}

/** Imports the files of a case, in their order, and returns what is not as it should be. */
export async function reportFaults(api: Api, { files, expect }: ReportCase): Promise<string[]> {
  const answers: ImportAnswer[] = []
  for (const file of files) answers.push(await sendFile(api, file))
  const id = expect.id ?? answers.at(-1)?.body.conversationIds?.[0] ?? null
  return faultsOf({ api, files, answers, id }, expect)
}

async function sendFile({ url }: Api, { name, bytes }: ReportFile): Promise<ImportAnswer> {
  const body = new Uint8Array(bytes)
  const response = await fetch(`${url}/import?fileName=${encodeURIComponent(name)}`, { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as ImportAnswer['body'] }
}

async function faultsOf(imported: Imported, expect: Expectation): Promise<string[]> {
  const { anyOf, refused, ...rest } = expect
  if (refused === true) return refusalFaults(imported)
  const bad = imported.answers.find(({ status }) => status !== 200)
  if (anyOf) {
    const each = await Promise.all(anyOf.map((one) => faultsOf(imported, { ...rest, ...one })))
    return each.some((faults) => faults.length === 0) ? [] : each.map((faults) => `none of: ${faults.join('; ')}`)
  }
  if (bad) return [`refused: ${JSON.stringify(bad.body)}`]
  const faults = reportsFaults(imported, expect)
  // A file may be read and told of only as far as its report goes.
  if (isOfReportsAlone(expect)) return faults
  return [...faults, ...(await conversationFaults(imported, expect)), ...(await exportFaults(imported, expect))]
}

const isOfReportsAlone = (expect: Expectation): boolean =>
  Object.keys(expect).every((name) => ['told', 'findings', 'added'].includes(name))

/** A refusal is a status of the caller's and a sentence. */
function refusalFaults({ answers }: Imported): string[] {
  const { status, body } = answers.at(-1) ?? { status: 0, body: {} }
  const isSentence = /\w+ \w+/.test(JSON.stringify(body))
  return status >= 400 && status < 500 && isSentence ? [] : [`not refused: ${status}`]
}

/** What the reports themselves say. */
function reportsFaults({ answers }: Imported, { told, findings, conversations, added }: Expectation): string[] {
  const codes = answers.flatMap(({ body }) => (body.findings ?? []).map(({ code }) => code))
  return [
    ...(told === true && codes.length === 0 ? ['no report has a finding'] : []),
    ...(findings ?? []).filter((code) => !codes.includes(code)).map((code) => `no finding ${code}`),
    ...differs('conversations', answers.at(-1)?.body.conversationIds ?? [], conversations),
    ...differs(
      'added',
      answers.map(({ body }) => body.added),
      added,
    ),
  ]
}

const query = `query ($id: ID!) { conversation(id: $id) {
  title turnCount forkedFrom { conversation { id } } spawnedBy { conversation { id } }
  transcript(view: MESSAGES, first: 100) { nodes { role text observation { model } } }
  usage { inputTokens outputTokens cacheReadTokens cacheWriteTokens costUsd answers }
  treeShape { nodes roots leaves branchPoints versionPoints sidechains toolCalls }
  chat: contextMessages(format: OPENAI_CHAT) anthropic: contextMessages(format: ANTHROPIC)
} }`
const ofOther = `query ($id: ID!) { conversation(id: $id) {
  usage(of: TREE) { inputTokens outputTokens cacheReadTokens cacheWriteTokens costUsd answers }
  treeShape { nodes roots leaves branchPoints versionPoints sidechains toolCalls }
} }`

interface Shown {
  readonly title: string
  readonly turnCount: number
  readonly forkedFrom: { readonly conversation: { readonly id: string } } | null
  readonly spawnedBy: { readonly conversation: { readonly id: string } } | null
  readonly transcript: { readonly nodes: readonly Entry[] }
  readonly usage: Counts
  readonly treeShape: Counts
  readonly chat: readonly ChatMessage[]
  readonly anthropic: readonly unknown[]
}

async function conversationFaults(imported: Imported, expect: Expectation): Promise<string[]> {
  const { api, id } = imported
  if (id === null) return ['no conversation was named']
  const { conversation: shown } = await api.ask<{ conversation: Shown | null }>(query, { id })
  if (!shown) return [`there is no conversation "${id}"`]
  return [
    ...talkFaults(shown, expect),
    ...contextFaults(shown, expect),
    ...differs('title', shown.title, expect.title),
    ...differs('turnCount', shown.turnCount, expect.turnCount),
    ...differs('forkedFrom', shown.forkedFrom?.conversation.id ?? null, expect.forkedFrom),
    ...differs('spawnedBy', shown.spawnedBy?.conversation.id, expect.spawnedBy),
    ...countFaults('usage', shown.usage, expect.usage),
    ...countFaults('shape', shown.treeShape, expect.shape),
    ...(await otherFaults(api, 'usage', expect.usageTreeOf)),
    ...(await otherFaults(api, 'treeShape', expect.shapeOf)),
    ...(await searchFaults(api, id, expect.search ?? {})),
  ]
}

/** What the transcript says. */
function talkFaults({ transcript: { nodes } }: Shown, { said, saidHas, order, models }: Expectation): string[] {
  const spoken = nodes
    .filter(({ role, text }) => (role === 'USER' || role === 'ASSISTANT') && text.trim() !== '')
    .map(({ role, text }): Saying => [role ?? '', text.trim()])
  const words = JSON.stringify(spoken)
  const answered = nodes.filter(({ role }) => role === 'ASSISTANT').map(({ observation }) => observation.model)
  return [
    ...differs('said', spoken, said),
    ...(isAmong(saidHas ?? [], spoken, isDeepStrictEqual) ? [] : [`saidHas is not in order in ${words}`]),
    ...(isAmong(order ?? [], spoken, (text, [, one]) => one.includes(text)) ? [] : [`order is another: ${words}`]),
    ...differs('models', answered, models),
  ]
}

/** Whether some are found among others in their order. */
function isAmong<A, B>(some: readonly A[], others: readonly B[], isSame: (one: A, other: B) => boolean): boolean {
  let met = 0
  for (const other of others) if (met < some.length && isSame(some[met] as A, other)) met++
  return met === some.length
}

/** What a model is sent. */
function contextFaults({ chat, anthropic }: Shown, expect: Expectation): string[] {
  const text = JSON.stringify(chat)
  const provided = JSON.stringify(anthropic)
  const users = JSON.stringify(chat.filter(({ role }) => role === 'user'))
  const { contextHas = [], contextLacks = [], contextOrder = [], notUser = [], anthropicHas = [] } = expect
  return [
    ...contextHas.filter((one) => !text.includes(one)).map((one) => `the context lacks "${one}": ${text}`),
    ...contextLacks.filter((one) => text.includes(one)).map((one) => `the context has "${one}": ${text}`),
    ...(isInOrder(contextOrder, text) ? [] : [`contextOrder is another: ${text}`]),
    ...anthropicHas.filter((one) => !provided.includes(one)).map((one) => `ANTHROPIC lacks "${one}": ${provided}`),
    ...notUser.filter((one) => users.includes(one)).map((one) => `a user says "${one}"`),
    ...(expect.legal === true && !isLegal(chat) ? [`the context is not legal: ${text}`] : []),
  ]
}

function isInOrder(strings: readonly string[], text: string): boolean {
  let from = 0
  return strings.every((one) => {
    const at = text.indexOf(one, from)
    from = at + one.length
    return at >= 0
  })
}

/** Whether the results of each message's calls stand right behind it, and no others. */
function isLegal(messages: readonly ChatMessage[]): boolean {
  const open = new Set<string>()
  for (const { role, tool_calls: calls = [], tool_call_id: result } of messages)
    if (role === 'tool') {
      if (!open.delete(result ?? '')) return false
    } else {
      if (open.size > 0) return false
      for (const { id } of calls) open.add(id)
    }
  return open.size === 0
}

async function otherFaults(
  api: Api,
  member: 'usage' | 'treeShape',
  expected: readonly [string, Counts] | undefined,
): Promise<string[]> {
  if (!expected) return []
  const [id, counts] = expected
  const { conversation } = await api.ask<{ conversation: Record<typeof member, Counts> | null }>(ofOther, { id })
  return conversation ? countFaults(`${member} of ${id}`, conversation[member], counts) : [`there is no "${id}"`]
}

async function searchFaults(api: Api, conversationId: string, words: Readonly<Record<string, number>>) {
  const faults: string[] = []
  for (const [text, count] of Object.entries(words)) {
    const asked = 'query ($text: String!, $in: SearchScope) { search(text: $text, in: $in, first: 100) { totalCount } }'
    const { search } = await api.ask<{ search: { totalCount: number | null } }>(asked, { text, in: { conversationId } })
    faults.push(...differs(`hits of "${text}"`, search.totalCount, count))
  }
  return faults
}

/** An export is the last file where that holds one conversation. */
async function exportFaults({ api, files, answers, id }: Imported, { exportSame = true }: Expectation) {
  if (!exportSame || answers.at(-1)?.body.conversationIds?.length !== 1) return []
  const response = await fetch(`${api.url}/export/${encodeURIComponent(id ?? '')}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  if (response.status !== 200) return [`the export is refused: ${bytes.toString()}`]
  return files.at(-1)?.bytes.equals(bytes) === true ? [] : ['the export is not the last file']
}

function countFaults(name: string, found: Counts, expected: Counts = {}): string[] {
  return Object.entries(expected).flatMap(([member, count]) => differs(`${name}.${member}`, found[member], count))
}

/** What is not expected at all differs in nothing. */
function differs(name: string, found: unknown, expected: unknown): string[] {
  if (expected === undefined || isDeepStrictEqual(found, expected)) return []
  return [`${name} is ${JSON.stringify(found)} and should be ${JSON.stringify(expected)}`]
}
