import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { annotate } from '../../../src/app/annotations/annotate.ts'
import { createConversation } from '../../../src/app/conversations/createConversation.ts'
import { correctEntity } from '../../../src/app/entities/correctEntity.ts'
import { storeEntity } from '../../../src/app/entities/storeEntity.ts'
import { erase, type EraseInput } from '../../../src/app/erasures/erase.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { checkpoint } from '../../../src/app/heads/checkpoint.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { compact } from '../../../src/app/markers/compact.ts'
import { relate } from '../../../src/app/relationships/relate.ts'
import { answerRun } from '../../../src/app/runs/answerRun.ts'
import { claimRun } from '../../../src/app/runs/claimRun.ts'
import { suspendRun } from '../../../src/app/runs/suspendRun.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { search } from '../../../src/app/search/search.ts'
import { putRecords } from '../../../src/app/stateRecords/putRecords.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { deleteMessage } from '../../../src/app/turns/deleteMessage.ts'
import { storeTurn } from '../../../src/app/turns/storeTurns.ts'
import { purged } from '../../../src/cli/store/purged.ts'
import { openParts, type OpenParts } from '../../../src/compose.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { JsonObject } from '../../../src/domain/model.ts'
import { sha256 } from '../../../src/domain/tree/pathHash.ts'
import { unpacked } from '../../../src/formats/compressedLines.ts'
import { temporaryFolder } from '../../cli/support.ts'
import { filesIn, formsOf } from '../../support/storedForms.ts'
import { say } from '../../support/talk.ts'
import { entries, imports, linesOf, noSharedData, sharedTranscripts } from '../../support/transcripts.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Marks by the places that they were put in. */
type Marks = Map<string, string>

/** Returns what makes a word that nothing else says: its places' names are in what a failed test prints. */
function marker(marks: Marks): (place: string) => string {
  return (place) => {
    const known = marks.get(place)
    const word = known ?? Array.from({ length: 24 }, () => letters[randomInt(letters.length)]).join('')
    marks.set(place, word)
    return word
  }
}

/** Everything in a folder: its files as they are, and what their raw chunks unpack to. */
async function bytesIn(folder: string): Promise<[string, Buffer][]> {
  const all = filesIn(folder)
  const database = new DatabaseSync(join(folder, 'turngraph.db'), { readOnly: true })
  const rows = database.prepare('SELECT bytes FROM raw_chunks').all() as { bytes: Uint8Array }[]
  database.close()
  for (const { bytes } of rows) all.push(['raw chunk', await unpacked(bytes)])
  return all
}

async function placesOf(folder: string, marks: Marks): Promise<string[]> {
  const all = await bytesIn(folder)
  return [...marks].flatMap(([place, text]) => {
    const forms = formsOf(text)
    return all.flatMap(([name, bytes]) => (forms.some((form) => bytes.includes(form)) ? `${place} in ${name}` : []))
  })
}

/** Has a word in each place in which something of a conversation is stored. */
async function scene(scope: Scope, id: string, mark: (place: string) => string): Promise<string> {
  await createConversation(scope, {
    id,
    title: mark('title'),
    cwd: `/${mark('cwd')}`,
    metadata: { of: mark('metadata of it') },
  })
  await claimRun(scope, { conversationId: id, runId: 'r1', settings: { prompt: mark('settings of a run') } })
  const { observation } = await say(scope, id, 'u1', `A ${mark('text')}`, {
    ...{ idempotencyKey: `${id} k1`, senderId: mark('sender'), runId: 'r1' },
    metadata: { note: mark('metadata'), deep: [{ [mark('name of a member')]: 1 }] },
  })
  await suspendRun(scope, { conversationId: id, runId: 'r1', questionId: 'q1', request: { ask: mark('question') } })
  await answerRun(scope, { conversationId: id, runId: 'r1', questionId: 'q1', answer: mark('answer') })
  await suspendRun(scope, {
    conversationId: id,
    runId: 'r1',
    questionId: 'q2',
    request: { ask: mark('open question') },
  })
  await turn(scope, id, 'a1', 'ASSISTANT', [
    { type: 'thinking', thinking: mark('thinking') },
    { type: 'toolCall', callId: 'c1', name: 'Read', input: { path: mark('input of a tool') } },
  ])
  await turn(scope, id, 't1', 'TOOL', [
    { type: 'toolResult', callId: 'c1', content: [{ type: 'text', text: mark('result of a tool') }], isError: false },
  ])
  const base64 = Buffer.from(`bytes ${mark('bytes of an attachment')} end`).toString('base64')
  const attachments = [{ name: `${mark('name of a file')}.txt`, base64 }, { uri: `https://example.org/${mark('uri')}` }]
  await say(scope, id, 'u2', mark('text with a file'), { attachments })
  await say(scope, id, 'u2', mark('another version'))
  await turn(scope, id, 'a2', 'ASSISTANT', [{ type: 'other', value: { odd: mark('odd block') } }])
  await annotate(scope, { observationId: observation.id, annotations: { says: mark('annotation') } })
  await annotate(scope, { observationId: observation.id, annotations: { says: 'something else' } })
  await putRecords(scope, {
    conversationId: id,
    records: [{ kind: 'k', key: 'a', value: mark('record'), observationId: observation.id }],
  })
  const messageId = `${id}:u1`
  await amendMessage(scope, { messageId, fields: { text: mark('correction') }, note: mark('note of a correction') })
  await deleteMessage(scope, { id: `${id}:a2`, note: mark('note of a deletion') })
  await relate(scope, {
    type: 'DEPENDS_ON',
    source: { messageId },
    target: { messageId: `${id}:u2` },
    metadata: { why: mark('metadata of a relationship') },
  })
  await checkpoint(scope, { conversationId: id, name: mark('checkpoint'), note: mark('note of a checkpoint') })
  await compact(scope, { conversationId: id, from: { turn: 1 }, to: { turn: 3 }, summary: mark('summary') })
  await rewindConversation(scope, { conversationId: id, to: { turn: 3 }, note: mark('note of a rewind') })
  await forkConversation(scope, {
    source: id,
    newConversationId: `${id} fork`,
    note: mark('note of a fork'),
    actor: { name: mark('actor') },
  })
  await say(scope, `${id} fork`, 'u1', `A ${mark('text')}`, { senderId: mark('sender') })
  return observation.id
}

const turn = (
  scope: Scope,
  conversationId: string,
  turnId: string,
  role: 'ASSISTANT' | 'TOOL',
  blocks: never[] | object[],
) => storeTurn(scope, { conversationId, turnId, role, blocks: blocks as never })

/** What the parts of a scene are in that go with the whole conversation alone, and not with its messages. */
const ofConversation = ['title', 'cwd', 'metadata of it']

/** Lines of a session as an agent writes it, some of which are no turns. */
function session(sessionId: string, own: string, mark: (place: string) => string): string {
  const [u1, a1, c1, r1] = entries('u1 a1<u1 c1<a1 r1:c1<c1'.replaceAll('1', own), sessionId) as JsonObject[]
  const message = (entry: JsonObject | undefined, content: object[] | string) =>
    ({ ...entry, message: { ...(entry?.['message'] as JsonObject), content } }) as JsonObject
  return linesOf([
    { type: 'summary', summary: mark('summary line'), leafUuid: `r${own}` },
    { type: 'last-prompt', lastPrompt: `${mark('line text').slice(0, 20)}…`, sessionId },
    { ...message(u1, mark('line text')), todos: [{ content: mark('other member of a line') }] },
    message(a1, [{ type: 'text', text: mark('line answer') }]),
    message(c1, [{ type: 'tool_use', id: 'c1', name: 'Read', input: { path: mark('line input') } }]),
    {
      ...message(r1, [{ type: 'tool_result', tool_use_id: 'c1', content: mark('line result') }]),
      toolUseResult: { stdout: mark('line result') },
    },
    { type: 'queue-operation', operation: 'enqueue', content: mark('queued'), sessionId },
    {
      type: 'file-history-snapshot',
      messageId: `u${own}`,
      snapshot: { trackedFileBackups: { [mark('file backup')]: {} } },
    },
  ] as JsonObject[])
}

describe('an erasure, and a purge after it', () => {
  const folder = temporaryFolder()
  let parts: OpenParts
  before(async () => {
    parts = await openParts(readConfig({ DATA: folder, LOG_LEVEL: 'silent' }))
    parts.search.follow()
  })
  after(() => parts.close())

  const erased = async (input: Omit<EraseInput, 'reason'>) => {
    const { receipt } = await erase(parts.scope(), { ...input, reason: 'DATA_SUBJECT_REQUEST' })
    assert.equal(receipt?.state, 'ERASED')
    const done = await purged(parts, null, null)
    assert.ok(done.some(({ id }) => id === receipt.id))
    const [after] = await parts.scope().store.erasures([receipt.id])
    assert.equal(after?.state, 'PURGED')
  }
  const isSound = async (...ids: string[]) => {
    for (const id of ids) assert.equal((await integrity(parts.scope(), id)).damage, 0)
  }
  const isStored = async (marks: Marks) => {
    const places = await placesOf(folder, marks)
    for (const place of marks.keys())
      assert.ok(
        places.some((one) => one.startsWith(`${place} in`)),
        place,
      )
  }

  it('leaves nothing of a conversation in any file', async () => {
    const marks: Marks = new Map()
    await scene(parts.scope(), 'whole', marker(marks))
    await search(parts.scope(), marks.get('text') ?? '', null, { first: 1 })
    await isStored(marks)
    await erased({ conversationIds: ['whole', 'whole fork'] })
    assert.deepEqual(await placesOf(folder, marks), [])
    await isSound('whole', 'whole fork')
  })

  it('leaves nothing of messages in any file, and of a conversation its title', async () => {
    const marks: Marks = new Map()
    await scene(parts.scope(), 'some', marker(marks))
    await isStored(marks)
    await erased({ messageIds: ['u1', 'a1', 't1', 'u2', 'a2'].map((name) => `some:${name}`) })
    for (const place of ofConversation) marks.delete(place)
    assert.deepEqual(await placesOf(folder, marks), [])
    await isSound('some', 'some fork')
  })

  it('leaves nothing of an observation in any file, and all else', async () => {
    const marks: Marks = new Map()
    const mark = marker(marks)
    const id = await scene(parts.scope(), 'one', mark)
    await erased({ observationIds: [id] })
    const gone: Marks = new Map(
      ['text', 'sender', 'metadata', 'name of a member', 'annotation', 'record'].map((place) => [place, mark(place)]),
    )
    assert.deepEqual(await placesOf(folder, gone), [])
    await isStored(new Map(['result of a tool', 'another version', 'title'].map((place) => [place, mark(place)])))
    await isSound('one', 'one fork')
  })

  it('leaves nothing of attachments in any file, and of the turns that embed them all else', async () => {
    const marks: Marks = new Map()
    const mark = marker(marks)
    await scene(parts.scope(), 'files', mark)
    await search(parts.scope(), mark('name of a file'), null, { first: 1 })
    await isStored(marks)
    const bytes = `bytes ${mark('bytes of an attachment')} end`
    await erased({ attachmentIds: [sha256(bytes), sha256(`https://example.org/${mark('uri')}`)] })
    const isGone = (place: string) => ['bytes of an attachment', 'name of a file', 'uri'].includes(place)
    assert.deepEqual(await placesOf(folder, new Map([...marks].filter(([place]) => isGone(place)))), [])
    await isStored(new Map([...marks].filter(([place]) => !isGone(place))))
    await isSound('files', 'files fork')
  })

  it('leaves nothing of an entity in any file, nor of what is related to it', async () => {
    const marks: Marks = new Map()
    const mark = marker(marks)
    const id = 'person:marked'
    const { observation } = await say(parts.scope(), 'about', 'u1', `of ${mark('text that stays')}`)
    await storeEntity(parts.scope(), {
      id,
      type: 'person',
      name: mark('name before'),
      fields: { pin: mark('field before') },
    })
    await correctEntity(parts.scope(), {
      id,
      fields: { name: mark('name'), pin: mark('field') },
      note: mark('note of a correction'),
    })
    const metadata = { why: mark('metadata of a relationship') }
    await relate(parts.scope(), {
      type: 'REFERS_TO',
      source: { messageId: observation.messageId ?? '' },
      target: { entityId: id },
      metadata,
    })
    await isStored(marks)
    await erased({ entityIds: [id] })
    const left = new Map([['text that stays', mark('text that stays')]])
    marks.delete('text that stays')
    assert.deepEqual(await placesOf(folder, marks), [])
    await isStored(left)
    await isSound('about')
  })

  it('leaves nothing of an imported session in any file', async () => {
    const marks: Marks = new Map()
    const text = session('marked session', '7', marker(marks))
    await imports(parts.scope(), text)
    await isStored(marks)
    await erased({ conversationIds: ['marked session'] })
    assert.deepEqual(await placesOf(folder, marks), [])
    // Nor does the same file bring it back, or the file as it went on.
    assert.equal((await imports(parts.scope(), text)).report.added, 0)
    const more = {
      type: 'user',
      uuid: 'u9',
      parentUuid: 'r7',
      sessionId: 'marked session',
      timestamp: '2026-02-01T00:00:00.000Z',
      message: { role: 'user', content: 'and on' },
    }
    assert.equal((await imports(parts.scope(), text + linesOf([more]))).report.added, 1)
    assert.deepEqual(await placesOf(folder, marks), [])
    await isSound('marked session')
  })

  it('leaves nothing of an imported message in any file, and all other lines as they are', async () => {
    const marks: Marks = new Map()
    await imports(parts.scope(), session('some lines', '8', marker(marks)))
    await erased({ messageIds: ['some lines:u8'] })
    const gone = ['line text', 'other member of a line']
    const isGone = ([place]: [string, string]) => gone.includes(place)
    // Its beginning is in another line, which is no turn.
    const begun = [...marks].filter(isGone).map(([place, text]): [string, string] => [place, text.slice(0, 20)])
    assert.deepEqual(await placesOf(folder, new Map([...marks].filter(isGone))), [])
    assert.deepEqual(await placesOf(folder, new Map(begun)), [])
    await isStored(new Map([...marks].filter((one) => !isGone(one))))
    await isSound('some lines')
  })

  it('leaves no summary of an imported leaf, and none of a branch name or a kind of record, in any file', async () => {
    const marks: Marks = new Map()
    const mark = marker(marks)
    await imports(
      parts.scope(),
      session('summed lines', '9', (place) => (place === 'summary line' ? mark(place) : `plain ${place}`)),
    )
    await erased({ messageIds: ['summed lines:r9'] })
    assert.deepEqual(await placesOf(folder, marks), [])
    const turns = ['one', 'two'].map((id) => ({
      conversationId: 'named',
      turnId: id,
      role: 'USER' as const,
      branchId: mark('branch'),
      sourceKind: mark('kind of source'),
      blocks: [{ type: 'text' as const, text: id }],
    }))
    for (const turn of turns) await storeTurn(parts.scope(), turn)
    await putRecords(parts.scope(), {
      conversationId: 'named',
      records: [{ kind: mark('kind of record'), key: 'k', value: 1 }],
    })
    await erased({ messageIds: ['named:two'] })
    const three = await storeTurn(parts.scope(), { ...(turns[0] as (typeof turns)[0]), turnId: 'three' })
    const [one] = await parts.scope().store.messages(['named:one'])
    assert.equal(three.observation.place?.parentId, one?.latestId)
    await erased({ conversationIds: ['named'] })
    assert.deepEqual(await placesOf(folder, marks), [])
    await isSound('named', 'summed lines')
  })

  it('marks nothing as purged while somebody reads on from before', async () => {
    await say(parts.scope(), 'read', 'u1')
    const { receipt } = await erase(parts.scope(), { messageIds: ['read:u1'], reason: 'OTHER' })
    const seen = { place: 'a file', looked: 'everything' }
    const store = {
      ...parts.store,
      compact: () => Promise.resolve({ looks: [{ ...seen, wrong: 'it is held' }], how: 'not at all' }),
    }
    await assert.rejects(purged({ ...parts, store }, null, null), { code: 'STORE_UNAVAILABLE' })
    const index = { ...parts.search, compact: () => Promise.resolve([{ ...seen, wrong: 'it is held' }]) }
    await assert.rejects(purged({ ...parts, search: index }, null, null), { code: 'STORE_UNAVAILABLE' })
    const [after] = await parts.scope().store.erasures([receipt?.id ?? ''])
    assert.equal(after?.state, 'ERASED')
    // What is erased while the files are written anew is not purged by it.
    const during = async () => {
      await say(parts.scope(), 'read', 'u2')
      await erase(parts.scope(), { messageIds: ['read:u2'], reason: 'OTHER' })
      return { looks: [{ ...seen, wrong: null }], how: 'in a test' }
    }
    const done = await purged({ ...parts, store: { ...parts.store, compact: during } }, null, null)
    assert.deepEqual(
      done.map(({ tenant, id, how }) => ({ tenant, id, how })),
      [{ tenant: 'default', id: receipt?.id, how: 'in a test' }],
    )
    assert.deepEqual(
      done[0]?.looks.find(({ place }) => place === 'a file'),
      seen,
    )
  })

  it('leaves nothing of real sessions in any file', { skip: noSharedData }, async () => {
    for (const { bytes, name } of sharedTranscripts()
      .filter(({ bytes }) => bytes.length < 120_000)
      .slice(0, 2)) {
      const { conversations } = await imports(parts.scope(), bytes)
      const marks = textsOf(bytes)
      assert.ok(marks.size > 5, name)
      await isStored(marks)
      await erased({ conversationIds: conversations.map(({ id }) => id) })
      assert.deepEqual([name, await placesOf(folder, marks)], [name, []])
      await isSound(...conversations.map(({ id }) => id))
    }
  })
})

/** Names of tools stay, and ids. */
const isId = (name: string) => /^(?:name|id|.*_id|.*U?u?[iI]d)$/.test(name)

/** What people, models and tools say in the lines of a session: the ends of long texts of plain letters. */
function textsOf(bytes: Buffer): Marks {
  const marks: Marks = new Map()
  const take = (value: unknown, place: string, isSaid: boolean): void => {
    if (typeof value === 'string' && isSaid && /^[ -!#-[\]-~]{24,}$/.test(value))
      marks.set(`${place} ${value.slice(0, 20)}`, value)
    if (typeof value !== 'object' || value === null) return
    for (const [name, member] of Object.entries(value))
      take(
        member,
        place,
        !isId(name) &&
          (isSaid || ['content', 'text', 'thinking', 'input', 'stdout', 'summary', 'lastPrompt'].includes(name)),
      )
  }
  for (const [i, line] of bytes.toString().split('\n').entries())
    if (line !== '') take(JSON.parse(line), `line ${i + 1}`, false)
  const every = Math.ceil(marks.size / 60)
  return new Map([...marks].filter((_, i) => i % every === 0))
}
