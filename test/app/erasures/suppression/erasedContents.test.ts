import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { it } from 'node:test'
import { erase } from '../../../../src/app/erasures/erase.ts'
import { forgetErased } from '../../../../src/app/erasures/suppression/erasedContents.ts'
import { integrity } from '../../../../src/app/integrity/integrity.ts'
import { verifyPath } from '../../../../src/app/integrity/verifyPath.ts'
import type { Scope } from '../../../../src/app/scope.ts'
import type { JsonObject } from '../../../../src/domain/model.ts'
import { onEveryStore } from '../../../support/scopes.ts'
import { storedText } from '../../../support/storedText.ts'
import { say } from '../../../support/talk.ts'
import { entries, imports, linesOf, pathOf, type Imported } from '../../../support/transcripts.ts'

const secret = 'my number is XQ 555 0199 QX'

/** A key as a data folder has it: another process may destroy it. */
function keyBeside() {
  let key: Uint8Array | null = null
  return {
    read: () => Promise.resolve(key),
    make: () => Promise.resolve((key ??= randomBytes(32))),
    destroy: () => (key = null),
  }
}

/** Messages without ids and times. */
const messages = (...texts: string[]) =>
  JSON.stringify(texts.map((content, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content })))

/** A session of Claude Code, of which one turn says `text`. */
const session = (name: string, text: string, more: JsonObject = {}) => {
  const [u1, a1, u2] = entries(`u1 a1<u1 u2<a1`.replaceAll('1', name).replace('u2', `u2${name}`), name) as JsonObject[]
  const saying = { ...u2, ...more, message: { role: 'user', content: text } }
  return linesOf([
    u1 ?? {},
    a1 ?? {},
    saying,
    { type: 'last-prompt', lastPrompt: `${text.slice(0, 20)}…`, sessionId: name },
  ])
}

const erasedLines = ({ report }: Imported) =>
  report.findings.filter(({ code }) => code === 'ERASED').map(({ line }) => line)

await onEveryStore('an import of what was erased elsewhere', (on) => {
  let count = 0
  const alone = (more: Partial<Scope> = {}, salted = count % 2 === 0): Scope => ({
    ...on.scope({ tenant: `suppressing ${on.name} ${++count}`, salted }),
    suppressKey: keyBeside(),
    ...more,
  })
  const eraseFound = async (scope: Scope, text: string) => {
    const page = await scope.store.walk('observations', { after: null, limit: 500 })
    const observationIds = page.items.flatMap(({ id, blocks }) => (JSON.stringify(blocks).includes(text) ? [id] : []))
    return erase(scope, { observationIds, reason: 'DATA_SUBJECT_REQUEST' })
  }
  const isSound = async (scope: Scope, ...ids: string[]) => {
    for (const id of ids) {
      scope.reads.clear()
      const { findings, damage } = await integrity(scope, id, { deep: true })
      assert.deepEqual([damage, findings.filter(({ code }) => code !== 'RECORD_PART_LOOSE')], [0, []])
    }
  }
  const statusOf = async (scope: Scope, { conversations }: Imported) => {
    scope.reads.clear()
    return (await verifyPath(scope, conversations[0]?.headId ?? '')).status
  }

  it('brings it back where the operator does not want it known', async () => {
    const scope = alone({ suppressKey: undefined })
    await imports(scope, messages('hello there, you', 'yes?', secret))
    await eraseFound(scope, secret)
    assert.ok(!(await storedText(scope)).includes(secret))
    await imports(scope, messages('hello there, all of you', 'yes?', secret))
    assert.ok((await storedText(scope)).includes(secret))
  })

  for (const salted of [false, true])
    it(`keeps its place alone, whatever file it comes in (${salted ? 'salted' : 'plain'})`, async () => {
      const scope = alone({}, salted)
      await imports(scope, messages('hello there, you', 'yes?', secret, 'noted, I will call you'))
      await eraseFound(scope, secret)
      const file = messages('hello there, all of you', 'yes?', secret, 'noted, I will call you')
      const other = await imports(scope, file)
      assert.deepEqual([other.report.added, erasedLines(other).length], [4, 1])
      assert.ok(!(await storedText(scope)).includes(secret))
      const path = await pathOf(scope, other.conversations[0]?.id ?? '')
      assert.deepEqual(
        path.map(({ erased }) => erased !== undefined),
        [false, false, true, false],
      )
      assert.equal((await scope.store.messages([path[2]?.messageId ?? '']))[0]?.erased, true)
      assert.equal(await statusOf(scope, other), 'ERASED')
      await isSound(scope, ...other.conversations.map(({ id }) => id))
      // The same file again, and one that goes on: without ids that is another conversation.
      const again = await imports(scope, file)
      assert.deepEqual([again.report.added, again.report.unchanged, erasedLines(again).length], [0, 4, 1])
      const longer = await imports(
        scope,
        messages('hello there, all of you', 'yes?', secret, 'noted, I will call you', 'thank you very much'),
      )
      assert.deepEqual([longer.report.added, erasedLines(longer).length], [5, 1])
      assert.ok(!(await storedText(scope)).includes(secret))
    })

  it('empties lines that are no turns and repeat it, and knows it under other ids', async () => {
    const scope = alone()
    await imports(scope, session('1', secret))
    await eraseFound(scope, secret)
    const other = await imports(scope, session('2', secret))
    assert.deepEqual(erasedLines(other), [3])
    assert.ok(!(await storedText(scope)).includes(secret.slice(0, 20)))
    await isSound(scope, ...other.conversations.map(({ id }) => id))
    const again = await imports(scope, session('2', secret))
    assert.equal(again.report.added, 0)
  })

  it('stores what its file dates after the erasure, what a program stores, and what is short', async () => {
    const scope = alone()
    await imports(scope, session('1', secret))
    await imports(scope, messages('hello there, you', 'no way'))
    await eraseFound(scope, secret)
    await eraseFound(scope, 'no way')
    assert.deepEqual(erasedLines(await imports(scope, messages('hello there, all of you', 'no way'))), [])
    const later = await imports(scope, session('3', secret, { timestamp: '2999-01-01T00:00:00.000Z' }))
    assert.deepEqual(erasedLines(later), [])
    const { observation } = await say(scope, 'host', 'u1', secret)
    assert.equal(observation.erased, undefined)
  })

  it('is known to each tenant alone, and to nobody once it is forgotten', async () => {
    const suppressKey = keyBeside()
    const [one, other] = [alone({ suppressKey }), alone({ suppressKey })]
    await imports(one, messages('hello there, you', 'yes?', secret))
    await eraseFound(one, secret)
    assert.deepEqual(erasedLines(await imports(other, messages('hello again, you', 'yes?', secret))), [])
    assert.equal(await forgetErased(one), 1)
    assert.equal(await forgetErased(one), 0)
    assert.deepEqual(erasedLines(await imports(one, messages('hello again, you', 'yes?', secret))), [])
  })

  it('is known no more once the key is gone', async () => {
    const suppressKey = keyBeside()
    const scope = alone({ suppressKey })
    await imports(scope, messages('hello there, you', 'yes?', secret))
    await eraseFound(scope, secret)
    suppressKey.destroy()
    assert.deepEqual(erasedLines(await imports(scope, messages('hello again, you', 'yes?', secret))), [])
  })

  it('leaves the sums, calls and prompts of its place as of what was erased itself', async () => {
    const scope = alone()
    const call = (of: string, text: string) => {
      const [u, c, r] = entries(`u${of} c${of}<u${of} r${of}:c${of}<c${of}`, of) as JsonObject[]
      return linesOf([
        u ?? {},
        c ?? {},
        {
          ...r,
          message: {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: `c${of}`, content: text, is_error: true }],
          },
        },
      ])
    }
    await imports(scope, call('1', secret))
    await eraseFound(scope, secret)
    // The call's id is part of what a result says.
    const other = await imports(
      scope,
      call('1', secret)
        .replaceAll('"sessionId":"1"', '"sessionId":"2"')
        .replaceAll('"uuid":"', '"uuid":"x')
        .replaceAll('"parentUuid":"', '"parentUuid":"x'),
    )
    assert.deepEqual(erasedLines(other), [3])
    const [conversation] = other.conversations
    assert.equal(conversation?.hasErased, true)
    assert.ok(!(await storedText(scope)).includes(secret))
    await isSound(scope, conversation.id)
  })
})
