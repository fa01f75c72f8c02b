import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { integrity, integrityPart } from '../../../src/app/integrity/integrity.ts'
import { verifyPart, verifyPath } from '../../../src/app/integrity/verifyPath.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { deleteMessage } from '../../../src/app/turns/deleteMessage.ts'
import type { BranchPoint, Observation } from '../../../src/domain/model.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { say } from '../../support/talk.ts'
import { onEveryStore } from '../../support/scopes.ts'

/** A conversation with a star, versions, a deletion, and a fork that goes other ways from what it inherited. */
async function grown(scope: Scope, id: string): Promise<void> {
  const root = await say(scope, id, 'u0')
  for (let i = 1; i < 6; i++) {
    await say(scope, id, `u${i}`)
    await rewindConversation(scope, { conversationId: id, to: { observationId: root.observation.id } })
  }
  await say(scope, id, 'a')
  await say(scope, id, 'b')
  await deleteMessage(scope, { id: `${id}:u2` })
  await forkConversation(scope, { source: id, newConversationId: `${id}-fork` })
  await say(scope, `${id}-fork`, 'c')
  await rewindConversation(scope, { conversationId: `${id}-fork`, to: { observationId: root.observation.id } })
  await say(scope, `${id}-fork`, 'd')
}

async function inParts(scope: Scope, id: string, most: number, between = () => Promise.resolve()) {
  const findings = []
  let parts = 0
  for (let after: string | null = null; ; parts++) {
    const part = await integrityPart(scope, id, after, { most })
    findings.push(...part.findings)
    if (part.next === null) return { findings, parts: parts + 1 }
    after = part.next
    await between()
  }
}

const isBadInput = (error: unknown) => error instanceof Refusal && error.code === 'BAD_INPUT'

await onEveryStore('long checks in parts', (on) => {
  it('find in parts what they find at once', async () => {
    await grown(on.scope(), 'parts')
    for (const id of ['parts', 'parts-fork']) {
      assert.deepEqual((await integrity(on.scope(), id)).findings, [])
      const { findings, parts } = await inParts(on.scope(), id, 2)
      assert.deepEqual(findings, [])
      assert.ok(parts > 3, `${parts} parts`)
    }
  })

  it('find the same damage in parts: of a node, a junction, a count', async () => {
    await grown(on.scope(), 'hurt')
    const wrong = (answer: unknown): unknown => {
      if (Array.isArray(answer)) return answer.map(wrong)
      const one = answer as Partial<Pick<BranchPoint, 'children'> & Pick<Observation, 'messageId'>> | null
      if (one?.children !== undefined) return { ...one, children: one.children + 1 }
      return one?.messageId === 'hurt:b' ? { ...one, contentHash: 'f'.repeat(64) } : answer
    }
    const store = intercept(on.store(), async (_, call) => wrong(await call()))
    const scope = () => on.scope({ store })
    const codes = (findings: readonly { code: string; details: unknown }[]) =>
      findings.map(({ code, details }) => `${code} ${JSON.stringify(details)}`).sort()
    const whole = codes((await integrity(scope(), 'hurt')).findings)
    for (const code of ['CONTENT_HASH_DIFFERS', 'JUNCTION_DIFFERS'])
      assert.ok(
        whole.some((line) => line.startsWith(code)),
        code,
      )
    assert.deepEqual(codes((await inParts(scope(), 'hurt', 3)).findings), whole)
  })

  it('count nothing wrong where somebody writes between two parts', async () => {
    await grown(on.scope(), 'busy')
    let turn = 0
    const between = async () => {
      await say(on.scope(), 'busy', `meanwhile${turn++}`)
    }
    assert.deepEqual((await inParts(on.scope(), 'busy', 4, between)).findings, [])
  })

  it('verify a path in parts, and keep the first that is broken', async () => {
    for (let i = 0; i < 7; i++) await say(on.scope(), 'long', `u${i}`)
    const headId = (await on.scope().reads.conversation('long'))?.headId ?? ''
    const hurt = intercept(on.store(), async (_, call) => {
      const answer = await call()
      const wrong = (one: unknown): unknown =>
        Array.isArray(one)
          ? one.map(wrong)
          : (one as Observation | null)?.messageId === 'long:u3'
            ? { ...(one as Observation), contentHash: 'f'.repeat(64) }
            : one
      return wrong(answer)
    })
    for (const [store, status] of [
      [on.store(), 'VALID'],
      [hurt, 'BROKEN'],
    ] as const) {
      const whole = await verifyPath(on.scope({ store }), headId)
      assert.equal(whole.status, status)
      const seen = []
      for (let after: string | null = null; ;) {
        const part = await verifyPart(on.scope({ store }), headId, after, 2)
        seen.push(part.status)
        after = part.next
        if (after !== null) continue
        assert.deepEqual(part, whole)
        break
      }
      assert.deepEqual(seen, status === 'VALID' ? seen.map(() => 'VALID') : ['VALID', 'BROKEN', 'BROKEN', 'BROKEN'])
    }
  })

  it('refuse a cursor of another check, and a broken one', async () => {
    for (let i = 0; i < 4; i++) await say(on.scope(), 'cursors', `u${i}`)
    const { headId } = (await on.scope().reads.conversation('cursors')) ?? {}
    const { next } = await integrityPart(on.scope(), 'cursors', null, { most: 1 })
    const path = await verifyPart(on.scope(), headId ?? '', null, 1)
    await assert.rejects(integrityPart(on.scope(), 'cursors', path.next), isBadInput)
    await assert.rejects(verifyPart(on.scope(), headId ?? '', next), isBadInput)
    const [stamp] = JSON.parse(Buffer.from(next ?? '', 'base64url').toString()) as [string]
    for (const item of ['', '7', '{}', '{"phase":1}', '{"phase":"nodes","after":{"sort":1},"tally":{},"version":0}']) {
      const broken = Buffer.from(JSON.stringify([stamp, item])).toString('base64url')
      await assert.rejects(integrityPart(on.scope(), 'cursors', broken), isBadInput, item)
    }
  })
})
