/** What an erasure does not reach is said in words, before it is done and with it. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { erase, type EraseInput } from '../../../src/app/erasures/erase.ts'
import { putRecords } from '../../../src/app/stateRecords/putRecords.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { resumedSessions } from '../../../src/domain/records/importMarks.ts'
import { noRecords } from '../../../src/domain/changes.ts'
import { changesOfRecords } from '../../../src/app/write/draft/recordDraft.ts'
import { newEvent } from '../../../src/app/write/draft/additions.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'
import { imports, linesOf } from '../../support/transcripts.ts'

const secret = 'XQZSECRETXQZ'
const session = linesOf([
  { type: 'session', version: 3, id: 'pi', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/w' },
  {
    ...{ type: 'message', id: 'm', parentId: null, timestamp: '2026-01-01T00:00:01.000Z' },
    message: { role: 'user', content: [{ type: 'text', text: secret }] },
  },
])

await onEveryStore('warnings of an erasure', (on) => {
  let count = 0
  const alone = (more = {}) => on.scope({ tenant: `warned ${on.name} ${++count}`, ...more })
  const warned = async (scope: Scope, input: Omit<EraseInput, 'reason'>) => {
    const dry = await erase(scope, { ...input, reason: 'OTHER', dryRun: true })
    const { warnings } = await erase(scope, { ...input, reason: 'OTHER' })
    assert.deepEqual(dry.warnings, warnings)
    assert.ok(!JSON.stringify(warnings).includes(secret))
    return warnings.map(({ code, details }) => [code, details])
  }

  it('are none where it reaches all, and one where nothing is left', async () => {
    const scope = alone({ salted: true })
    await say(scope, 'c', 'u1', secret)
    assert.deepEqual(await warned(scope, { messageIds: ['c:u1'] }), [])
    assert.deepEqual(await warned(scope, { messageIds: ['c:u1'] }), [['NOTHING_TO_ERASE', {}]])
  })

  it('name what says the same, hashes without a salt, and records', async () => {
    const scope = alone()
    for (const id of ['c', 'd', 'e']) await say(scope, id, 'u1', secret)
    await putRecords(scope, { conversationId: 'c', records: [{ kind: 'k', key: 'a', value: secret }] })
    const expected = [
      ['EQUAL_ELSEWHERE', { observations: 2 }],
      ['HASHES_UNSALTED', {}],
      ['RECORDS_HOLD_IT', { conversationIds: ['c'] }],
    ]
    assert.deepEqual(await warned(scope, { messageIds: ['c:u1'] }), expected)
    assert.deepEqual(
      await warned(scope, { conversationIds: ['d', 'c'] }),
      expected.slice(0, 2).map(([code]) => [code, code === 'EQUAL_ELSEWHERE' ? { observations: 1 } : {}]),
    )
  })

  it('name the files that it came from, and the sessions that were written of it', async () => {
    const scope = alone({ salted: true })
    await imports(scope, session)
    const { items } = await scope.store.walk('observations', { after: null, limit: 10 })
    const said = items.find(({ blocks }) => JSON.stringify(blocks).includes(secret))
    assert.ok(said)
    const mark = {
      ...{ agent: 'claude', cwd: '/w', startedAt: said.ingestedAt, end: said.id, prompt: null },
      conversationId: 'pi',
      nodes: { e: said.id },
    }
    const event = newEvent(scope, 'IMPORT', null, {})
    await scope.store.write({
      ...changesOfRecords(event, noRecords),
      importMarks: [resumedSessions.mark(mark, 's1')],
    })
    assert.deepEqual(await warned(scope, { observationIds: [said.id] }), [
      ['FILES_HOLD_IT', { files: 1, formats: ['PI'] }],
      ['SESSIONS_HOLD_IT', { count: 1, sessions: ['s1'] }],
    ])
  })
})
