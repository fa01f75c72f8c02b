import assert from 'node:assert/strict'
import { it } from 'node:test'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import type { JsonObject } from '../../../src/domain/model.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { entries, imports, linesOf, pathOf } from '../../support/transcripts.ts'

let count = 0

await onEveryStore('sessions of Claude Code that were copied from each other, in one file', (on) => {
  const said = entries('u1 a1<u1 u2<a1 a2<u2', 'source')
  const own = (session: string, words: string) => entries(words, session)
  const began = { type: 'queue-operation', operation: 'enqueue', timestamp: '2027-01-01T00:00:00Z', sessionId: 'fork' }
  const moved = said.slice(0, 2).map((entry) => ({ ...entry, sessionId: 'fork' }))
  const named = said.slice(0, 2).map((entry, k) => ({
    ...entry,
    sessionId: 'fork',
    uuid: `own${k}`,
    parentUuid: k === 0 ? null : 'own0',
    forkedFrom: { sessionId: 'source', messageUuid: entry.uuid ?? '' },
  }))
  const drawings: Readonly<Record<string, readonly JsonObject[]>> = {
    'that say nothing of it': [...moved, ...own('fork', 'u3<a1 a3<u3')],
    'whose process is younger than they are': [began, ...moved, ...own('fork', 'u3<a1 a3<u3')],
    'that name what they were copied from': [...named, ...own('fork', 'u3<own1 a3<u3')],
  }

  for (const [title, fork] of Object.entries(drawings))
    for (const order of [
      [said, fork],
      [fork, said],
    ])
      it(`come in as in a file each: copies ${title}, ${order[0] === said ? 'the source' : 'the copy'} first`, async () => {
        const shown = []
        for (const files of [[order.flat()], order]) {
          const scope = on.scope({ tenant: `copies-${++count}` })
          for (const file of files) await imports(scope, linesOf(file))
          const paths = []
          for (const id of ['source', 'fork']) {
            assert.equal((await integrity(scope, id)).damage, 0)
            paths.push((await pathOf(scope, id)).map((one) => `${one.externalId}@${one.conversationId}`).join(' '))
          }
          shown.push(paths)
        }
        assert.deepEqual(shown[0], shown[1])
        assert.match(shown[0]?.[0] ?? '', /^u1@\S+ a1@\S+ u2@source a2@source$/)
        assert.match(shown[0]?.[1] ?? '', /^u1@\S+ a1@\S+ u3@fork a3@fork$/)
      })

  it('leave a session a root that goes on from an entry which two others have, each with other words', async () => {
    const said = (session: string) =>
      linesOf(
        entries('u1 a1<u1', session).map((entry) => ({
          ...entry,
          message: { ...(entry['message'] as JsonObject), content: [{ type: 'text', text: `${session} says` }] },
        })),
      )
    const next = linesOf(own('next', 'u2<a1'))
    for (const files of [
      [said('a'), said('b'), next],
      [said('b'), said('a'), next],
    ])
      for (const imported of [files, [files.join('')]]) {
        const scope = on.scope({ tenant: `copies-${++count}` })
        for (const file of imported) await imports(scope, file)
        const shown = (await pathOf(scope, 'next')).map((one) => `${one.externalId}@${one.conversationId}`)
        assert.deepEqual(shown, ['u2@next'], JSON.stringify(imported))
      }
  })
})
