// Takes long: families of files in many orders.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { textOf } from '../../../src/domain/messages/blocks.ts'
import { mutated } from '../../support/mutations.ts'
import fc from '../../support/properties.ts'
import { randomFrom } from '../../support/random.ts'
import { wholeOr } from '../../support/rounds.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { drawnTranscripts } from '../../support/drawnTranscripts.ts'
import { imports } from '../../support/transcripts.ts'

type Turn = readonly [id: string, parent: string | null]
/** A file of lines as Qwen Code writes them: turns of one session, each with what it follows. */
const session = (id: string, turns: readonly Turn[]) =>
  turns
    .map(([uuid, parentUuid]) =>
      JSON.stringify({
        ...{ uuid, parentUuid, sessionId: id, type: 'user', timestamp: '2026-07-01T10:00:00Z' },
        message: { role: 'user', parts: [{ text: uuid }] },
      }),
    )
    .join('\n')

async function assertWhole(scope: Scope, conversationId: string): Promise<void> {
  scope.reads.clear()
  const { damage, findings } = await integrity(scope, conversationId)
  assert.equal(damage, 0, `${conversationId}: ${JSON.stringify(findings)}`)
}

const ids = ['a', 'b', 'c', 'd', 'e', 'f']
/** Sessions that say they hold each other's turns, in whatever order and below whatever parent. */
const anyFile = fc.tuple(
  fc.constantFrom('s', 't', 'u'),
  fc.uniqueArray(fc.tuple(fc.constantFrom(...ids), fc.option(fc.constantFrom(...ids, 'gone'), { freq: 6 })), {
    minLength: 1,
    maxLength: 6,
    selector: ([id]) => id,
  }),
)

let count = 0
await onEveryStore('what an import places', (on) => {
  const fresh = () => on.scope({ tenant: `placing-${++count}` })
  const isEmbedded = on.name.includes('SQLite')

  it('is nothing where the same bytes come again, whatever was there before', { timeout: 300_000 }, async () => {
    const property = fc.asyncProperty(fc.array(anyFile, { minLength: 1, maxLength: 5 }), async (files) => {
      const scope = fresh()
      for (const [id, turns] of files) {
        const file = session(id, turns)
        await imports(scope, file, { format: 'QWEN_CODE' })
        const { report, conversations } = await imports(scope, file, { format: 'QWEN_CODE' })
        assert.equal(report.added, 0, `${id} again`)
        for (const conversation of conversations) await assertWhole(scope, conversation.id)
      }
    })
    await fc.assert(property, { numRuns: isEmbedded ? wholeOr(100, 25) : 4 })
  })

  it('is nothing either where ids and lines were mixed up, in every format', { timeout: 300_000 }, async () => {
    const scope = fresh()
    const ways = ['swapIds', 'doubleIds', 'move', 'shuffle', 'double', 'replaceValue']
    for (const [format, drawn] of Object.entries(drawnTranscripts))
      for (let round = 0; round < (isEmbedded ? 2 : 1); round++) {
        const random = randomFrom(++count)
        const { bytes, how } = mutated(random, Buffer.from(random.pick(drawn)), Buffer.from(random.pick(drawn)), ways)
        const first = await imports(scope, bytes).catch(() => null)
        if (first === null) continue
        assert.equal((await imports(scope, bytes)).report.added, 0, `${format}: ${how.join(', ')}`)
      }
  })

  it('is in the folder that the header names, also where only the header was there at first', async () => {
    const scope = on.scope({ tenant: 'header-first' })
    const at = '2026-01-01T00:00:00.000Z'
    const lines = [
      { type: 'session', version: 3, id: 'pi-1', timestamp: at, cwd: '/home/me/work' },
      {
        type: 'message',
        id: 'm1',
        parentId: null,
        timestamp: at,
        message: { role: 'user', content: [{ type: 'text', text: 'hi' }] },
      },
    ].map((line) => `${JSON.stringify(line)}\n`)
    await imports(scope, lines[0] ?? '', { fileName: 'pi-1.jsonl' })
    scope.reads.clear()
    assert.equal((await imports(scope, lines.join(''), { fileName: 'pi-1.jsonl' })).report.added, 1)
    scope.reads.clear()
    assert.equal((await scope.reads.conversation('pi-1'))?.cwd, '/home/me/work')
    assert.equal((await integrity(scope, 'pi-1')).damage, 0)
  })

  it('is a root where another conversation has its parent off the path, and stays that', async () => {
    const scope = fresh()
    await imports(
      scope,
      session('s', [
        ['a', null],
        ['b', 'a'],
        ['c', 'b'],
      ]),
    )
    await imports(
      scope,
      session('t', [
        ['a', null],
        ['x', 'a'],
        ['y', 'c'],
      ]),
    )
    await imports(
      scope,
      session('t', [
        ['a', null],
        ['x', 'a'],
        ['y', 'c'],
      ]),
    )
    scope.reads.clear()
    const { forkedFrom } = (await scope.reads.conversation('t')) ?? {}
    assert.equal(textOf((await scope.reads.observation(forkedFrom?.observationId ?? ''))?.blocks ?? []), 'a')
  })
})
