// Takes long: a process that erases is killed again and again, and each start opens the store anew.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { before, describe, it } from 'node:test'
import { compactVerify, createLocalJWKSet } from 'jose'
import { root } from '../../../scripts/root.ts'
import { erase, type EraseInput } from '../../../src/app/erasures/erase.ts'
import { publicKeys } from '../../../src/app/erasures/receipt.ts'
import { exportConversation } from '../../../src/app/exports/exportConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { verifyPath } from '../../../src/app/integrity/verifyPath.ts'
import { compact } from '../../../src/app/markers/compact.ts'
import { attachmentIds } from '../../../src/domain/records/attachment.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { search } from '../../../src/app/search/search.ts'
import { compose } from '../../../src/compose.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { Observation } from '../../../src/domain/model.ts'
import { newFolder } from '../../faults/support/folder.ts'
import { randomFrom } from '../../support/random.ts'
import { roundsOr } from '../../support/rounds.ts'
import { storedText } from '../../support/storedText.ts'
import { emptyNeo4j, neo4jLines } from '../../support/neo4j.ts'
import { isWanted } from '../../support/stores.ts'
import { say } from '../../support/talk.ts'
import { imports, linesOf } from '../../support/transcripts.ts'
import { program } from '../../support/program.ts'
import { pause, waitFor } from '../../support/waitFor.ts'

const { below } = randomFrom(Date.now())
const eraser = 'test/app/erasures/killedEraser.ts'
const turns = 90
const isMarked = (n: number) => n % 3 === 0

/** A session of pi, all of whose lines hold a mark. */
const session = (id: string, mark: string) =>
  linesOf([
    { type: 'session', version: 3, id, timestamp: '2026-01-01T00:00:00.000Z', cwd: '/w' },
    ...Array.from({ length: 40 }, (_, n) => ({
      ...{ type: 'message', id: `${id}-${n}`, parentId: n === 0 ? null : `${id}-${n - 1}` },
      timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString(),
      message: { role: n % 2 ? 'assistant' : 'user', content: [{ type: 'text', text: `line ${n} of ${mark}` }] },
    })),
  ])

/** A talk of which a third holds a mark, with an attachment, restatements in a fork and a summary, and an import that is all mark. */
async function scene(scope: Scope, round: string): Promise<{ mark: string; input: EraseInput; ids: string[] }> {
  const mark = `XQZ${round}MARKXQZ`
  const [talk, fork, imported] = [`talk ${round}`, `fork ${round}`, `pi${round}`]
  const messageIds: string[] = []
  for (let n = 0; n < turns; n++) {
    const id = `${n % 2 ? 'a' : 'u'}${n}`
    const bytes = Buffer.from(`bytes of ${mark}`).toString('base64')
    const more = n === 6 ? { attachments: [{ name: `${mark}.txt`, base64: bytes }] } : {}
    await say(scope, talk, id, isMarked(n) ? `turn ${n} of ${mark}` : `turn ${n} of ${round}`, {
      ...{ ...more, idempotencyKey: `${round} ${n}` },
    })
    if (isMarked(n)) messageIds.push(`${talk}:${id}`)
  }
  await forkConversation(scope, { source: talk, newConversationId: fork })
  for (const n of [0, 12, 24]) await say(scope, fork, `u${n}`, `turn ${n} of ${mark}`)
  await compact(scope, { conversationId: fork, from: { turn: 1 }, to: { turn: 4 }, summary: `They said ${mark}.` })
  await imports(scope, session(imported, mark))
  const input = { messageIds, conversationIds: [imported], reason: 'OTHER', idempotencyKey: `e ${round}` } as const
  return { mark, input, ids: [talk, fork, imported] }
}

async function observationsOf(scope: Scope): Promise<Map<string, Observation>> {
  const all = new Map<string, Observation>()
  for (let after: string | null = null; ;) {
    const page: { items: readonly Observation[]; next: string | null } = await scope.store.walk('observations', {
      after,
      limit: 500,
    })
    for (const one of page.items) all.set(one.id, one)
    after = page.next
    if (after === null) return all
  }
}

type Settings = Readonly<Record<string, string>>

/** Runs the eraser, and kills it some time after the erasure was stored as under way. */
async function killed(settings: Settings, input: EraseInput, delay: number): Promise<string> {
  const args = [...program(eraser), JSON.stringify(settings), JSON.stringify(input)]
  const child = spawn(process.execPath, args, { cwd: root })
  let [out, errors] = ['', '']
  child.stderr.on('data', (piece: Buffer) => (errors += piece.toString()))
  const closed = once(child, 'close')
  const began = new Promise<void>((done) => {
    child.stdout.on('data', (piece: Buffer) => {
      out += piece.toString()
      if (out.includes('is under way')) done()
    })
  })
  await Promise.race([began, closed])
  await pause(delay, 'a kill comes at any moment')
  child.kill('SIGKILL')
  await closed
  assert.equal(errors, '')
  return out
}

/** Waits for what the start of a server goes on with. */
async function resumed(scope: Scope): Promise<void> {
  const list = { list: 'erasuresIn', owner: 'ERASING', after: null, limit: 1 } as const
  await waitFor(async () => (await scope.store.lists([list]))[0]?.length === 0)
}

async function holdsErased(scope: Scope, { mark, ids }: { mark: string; ids: readonly string[] }): Promise<void> {
  scope.reads.clear()
  const all = await storedText(scope)
  const found = all.split('\n').find((line) => line.includes(mark))
  assert.equal(found, undefined)
  assert.equal((await search(scope, mark, null, { first: 10 })).items.length, 0)
  for (const conversationId of ids) {
    for (const format of ['MARKDOWN', 'OPENAI'] as const)
      assert.ok(!(await buffer(Readable.from(exportConversation(scope, { conversationId, format })))).includes(mark))
    const { findings, damage } = await integrity(scope, conversationId)
    assert.deepEqual([damage, findings.filter(({ code }) => code !== 'RECORD_PART_LOOSE')], [0, []])
    const head = (await scope.store.conversations([conversationId]))[0]?.headId ?? ''
    const { status, valid } = await verifyPath(scope, head)
    assert.deepEqual([status, valid], ['ERASED', true])
  }
}

if (isWanted('sqlite')) suite('SQLite', false, 5, () => Promise.resolve({}))
// A server of its own knows nothing of the process that is killed; a start takes longer there.
for (const { line, version, skip } of await neo4jLines())
  suite(`Neo4j ${version}`, skip, 2, async () => {
    const { uri, user, password } = await emptyNeo4j(line)
    return { STORE: uri, STORE_USER: user, STORE_PASSWORD: password }
  })

function suite(name: string, skip: string | false, rounds: number, storeOf: () => Promise<Settings>): void {
  describe(`a process that erases, on ${name}`, { skip }, () => {
    kills(roundsOr(rounds), storeOf)
  })
}

function kills(rounds: number, storeOf: () => Promise<Settings>): void {
  const DATA = newFolder()
  let settings: Settings = {}
  const config = () => readConfig(settings)
  let [usual, broken] = [400, 0]
  before(async () => {
    settings = { ...(await storeOf()), DATA, LOG_LEVEL: 'silent', PURGE_VACUUM_MB: '0' }
  })

  for (let round = 1; round <= rounds; round++)
    it(`and is killed has not done half of it once a server has started, round ${round}`, async (t) => {
      const first = await compose(config())
      const { mark, input, ids } = await scene(first.scope(), String(round))
      if (round === 1) {
        // How long it takes here, so that the moments are spread over it.
        const other = await scene(first.scope(), 'untouched by kills')
        const start = performance.now()
        await erase(first.scope(), other.input)
        usual = performance.now() - start
      }
      const earlier = await observationsOf(first.scope())
      await first.close()
      const delay = below(Math.ceil(usual * 0.7))
      const out = await killed(settings, input, delay)
      const next = await compose(config())
      try {
        const scope = next.scope()
        const [open = []] = await scope.store.lists([{ list: 'erasuresIn', owner: 'ERASING', after: null, limit: 9 }])
        broken += open.length
        t.diagnostic(
          `killed ${delay} of about ${Math.round(usual)} ms after it began, ${open.length} under way, said: ${out.trim().replace('\n', ', ')}`,
        )
        await resumed(scope)
        // Its key tells whether it had begun: else it is done now.
        const { receipt, replayed, affected } = await erase(scope, input)
        assert.ok(replayed || !out.includes('done'))
        assert.deepEqual([receipt?.state, receipt?.plan], ['ERASED', null])
        assert.equal((await scope.store.erasures([receipt?.id ?? '']))[0]?.signature, receipt?.signature)
        const keys = createLocalJWKSet(publicKeys(await scope.store.receiptKeys()) as never)
        const { payload } = await compactVerify(receipt?.signature ?? '', keys)
        const said = JSON.parse(new TextDecoder().decode(payload)) as { id: string; observations: unknown[] }
        assert.equal(said.id, receipt?.id)
        assert.equal(said.observations.length, affected.observations)
        await holdsErased(scope, { mark, ids })
        const erased = new Set(receipt?.observationIds)
        const files = [...earlier.values()].flatMap(({ id, blocks }) => (erased.has(id) ? attachmentIds(blocks) : []))
        assert.ok(files.length > 0)
        for (const id of files) assert.equal(await scope.attachmentBytes.has(scope.tenant, id), false)
        const after = await observationsOf(scope)
        assert.deepEqual(
          [...after.keys()].filter((id) => after.get(id)?.erased?.by === receipt?.id).sort(),
          [...erased].sort(),
        )
        for (const [id, one] of earlier) if (!erased.has(id)) assert.deepEqual(after.get(id), one)
      } finally {
        await next.close()
      }
    })

  it('is killed before it is done in some of many rounds', (t) => {
    t.diagnostic(`${broken} erasures were broken off`)
    // A machine may be so slow or so fast that none was.
    if (rounds >= 50) assert.ok(broken > 0)
  })
}
