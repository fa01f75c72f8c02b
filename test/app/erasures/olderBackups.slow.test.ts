// Takes long: two stores of everything are filled, backed up and merged.
/** What was backed up before an erasure does not bring back what that took away. */
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { it } from 'node:test'
import { annotate } from '../../../src/app/annotations/annotate.ts'
import { erase } from '../../../src/app/erasures/erase.ts'
import { openExport } from '../../../src/app/exports/exportConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { checkpoint } from '../../../src/app/heads/checkpoint.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { verifyPath } from '../../../src/app/integrity/verifyPath.ts'
import { claimRun } from '../../../src/app/runs/claimRun.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { putRecords } from '../../../src/app/stateRecords/putRecords.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { backedUp, contentOf, restored } from '../../support/backups.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { storedText } from '../../support/storedText.ts'
import { say } from '../../support/talk.ts'
import { imports, linesOf } from '../../support/transcripts.ts'
import { Readable } from 'node:stream'

const secret = 'XQZSECRETXQZ'
const session = linesOf([
  { type: 'session', version: 3, id: 'pi', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/w' },
  ...[0, 1, 2, 3].map((n) => ({
    ...{
      type: 'message',
      id: `m${n}`,
      parentId: n === 0 ? null : `m${n - 1}`,
      timestamp: `2026-01-01T00:00:0${n}.000Z`,
    },
    message: { role: n % 2 ? 'assistant' : 'user', content: [{ type: 'text', text: n === 2 ? secret : `text ${n}` }] },
  })),
])

async function ownForm(scope: Scope, conversationId: string): Promise<Buffer> {
  scope.reads.clear()
  const { pieces } = await openExport(scope, { conversationId, format: 'NDJSON' })
  return buffer(Readable.from(pieces))
}

/** A talk whose turn stands in a correction, a fork, an annotation, a record, a run, the ledger, an attachment; and an import. */
async function scene(scope: Scope): Promise<void> {
  await claimRun(scope, { conversationId: 'talk', runId: 'r1', settings: { prompt: secret } })
  const { observation } = await say(scope, 'talk', 'u1', `my key is ${secret}`, { idempotencyKey: 'k1', runId: 'r1' })
  await say(scope, 'talk', 'a1', 'noted')
  await say(scope, 'talk', 'u2', 'see', {
    attachments: [{ name: 'a.txt', base64: Buffer.from(`bytes ${secret}`).toString('base64') }],
  })
  await forkConversation(scope, { source: 'talk', newConversationId: 'fork', note: 'plain' })
  await say(scope, 'fork', 'u1', `my key is ${secret}`)
  await amendMessage(scope, { messageId: 'talk:u1', fields: { text: `no, ${secret}` }, note: secret })
  await annotate(scope, { observationId: observation.id, annotations: { says: secret } })
  await putRecords(scope, {
    conversationId: 'talk',
    records: [{ kind: 'k', key: 'a', value: secret, observationId: observation.id }],
  })
  await checkpoint(scope, { conversationId: 'talk', name: 'here' })
  await imports(scope, session)
}

await onEveryStore('backups of before an erasure', (on) => {
  let count = 0
  const alone = () => on.scope({ tenant: `older ${on.name} ${++count}` })
  const isSound = async (scope: Scope) => {
    for (const id of ['talk', 'fork', 'pi']) {
      scope.reads.clear()
      const { findings, damage } = await integrity(scope, id)
      assert.deepEqual([id, damage, findings.filter(({ code }) => code !== 'RECORD_PART_LOOSE')], [id, 0, []])
      const head = (await scope.store.conversations([id]))[0]?.headId ?? ''
      assert.equal((await verifyPath(scope, head)).status, 'ERASED')
    }
  }
  const erased = async (scope: Scope) => {
    const { items } = await scope.store.walk('observations', { after: null, limit: 100 })
    const line = items.find(
      ({ conversationId, blocks }) => conversationId === 'pi' && JSON.stringify(blocks).includes(secret),
    )
    const { receipt } = await erase(scope, {
      messageIds: ['talk:u1', 'talk:u2'],
      observationIds: [line?.id ?? ''],
      reason: 'OTHER',
    })
    return receipt
  }

  it('bring nothing back as files of conversations, and name each line', async () => {
    const scope = alone()
    await scene(scope)
    const files = new Map<string, Buffer>()
    for (const id of ['talk', 'fork', 'pi']) files.set(id, await ownForm(scope, id))
    await erased(scope)
    assert.ok(!(await storedText(scope)).includes(secret))
    const before = contentOf(await backedUp(scope))
    for (const [id, file] of files) {
      const { report } = await imports(scope, file)
      assert.equal(report.added, 0, id)
      const lines = file.toString().split('\n')
      const named = report.findings.filter(({ code }) => code === 'ERASED')
      assert.ok(named.length > 0, id)
      for (const { line } of named) assert.match(lines[(line ?? 0) - 1] ?? '', /^\{"line":"observation"/)
      assert.ok(!(await storedText(scope)).includes(secret), id)
    }
    const events = (line: string) => !line.startsWith('{"line":"event"')
    assert.deepEqual(contentOf(await backedUp(scope)).filter(events), before.filter(events))
    await isSound(scope)
  })

  it('bring nothing back as backups of a whole store that are merged, and bring what else is lacking', async () => {
    const scope = alone()
    await scene(scope)
    const other = alone()
    await restored(other, await backedUp(scope))
    await say(other, 'elsewhere', 'u1', 'lacking')
    const backup = await backedUp(other)
    await erased(scope)
    await say(scope, 'talk', 'a9', 'goes on')
    const { added, erased: lines } = await restored(scope, backup, { merge: true })
    assert.ok(added > 0 && lines.length > 0)
    for (const line of lines) assert.match(backup.toString().split('\n')[line - 1] ?? '', /^\{"line":"observation"/)
    assert.ok(!(await storedText(scope)).includes(secret))
    assert.equal((await scope.store.messages(['elsewhere:u1']))[0]?.turnId, 'u1')
    assert.equal((await restored(scope, backup, { merge: true })).added, 0)
    await isSound(scope)
  })

  it('of after it bring tombstones and receipts into an empty store', async () => {
    const scope = alone()
    await scene(scope)
    const receipt = await erased(scope)
    const copy = alone()
    await restored(copy, await backedUp(scope))
    assert.deepEqual((await copy.store.erasures([receipt?.id ?? '']))[0], receipt)
    assert.ok(!(await storedText(copy)).includes(secret))
    await isSound(copy)
  })
})
