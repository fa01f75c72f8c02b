/** An attachment that stays is called as what stays calls it. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { it } from 'node:test'
import { putAttachment } from '../../../../src/app/attachments/attachments.ts'
import { erase } from '../../../../src/app/erasures/erase.ts'
import type { Scope } from '../../../../src/app/scope.ts'
import { sha256 } from '../../../../src/domain/tree/pathHash.ts'
import { backedUp, restored } from '../../../support/backups.ts'
import { onEveryStore } from '../../../support/scopes.ts'
import { storedText } from '../../../support/storedText.ts'
import { say } from '../../../support/talk.ts'

const bytes = 'the bytes that two turns embed'
const id = sha256(bytes)
const base64 = Buffer.from(bytes).toString('base64')
const secret = 'XQZSECRETXQZ.txt'

await onEveryStore('the name of an attachment that stays', (on) => {
  let count = 0
  const alone = () => on.scope({ tenant: `staying names ${on.name} ${++count}` })
  const says = (scope: Scope, turnId: string, name: string | null) =>
    say(scope, 'talk', turnId, `look, ${turnId}`, { attachments: [{ name, base64 }] })
  const upload = (scope: Scope, fileName: string | null) =>
    putAttachment(scope, {
      bytes: Readable.from([Buffer.from(bytes)]),
      mediaType: 'text/plain',
      fileName,
      expected: null,
    })
  const erased = (scope: Scope, ...turnIds: string[]) =>
    erase(scope, { messageIds: turnIds.map((turnId) => `talk:${turnId}`), reason: 'OTHER' })
  const nameIn = async ({ store }: Scope) => {
    const [attachment] = await store.attachments([id])
    assert.equal(attachment?.erased, undefined)
    return attachment?.fileName
  }

  it('goes with the last turn that gave it: it is called as it was called last by what stays', async () => {
    const scope = alone()
    for (const [turnId, name] of [
      ['u1', 'first.txt'],
      ['u2', 'second.txt'],
      ['u3', secret],
      ['u4', null],
    ] as const)
      await says(scope, turnId, name)
    assert.equal(await nameIn(scope), secret)
    await erased(scope, 'u3')
    assert.equal(await nameIn(scope), 'second.txt')
    assert.ok(!(await storedText(scope)).includes(secret))
    await erased(scope, 'u1')
    assert.equal(await nameIn(scope), 'second.txt')
    await erased(scope, 'u2')
    assert.equal(await nameIn(scope), null)
  })

  it('stays where another turn gives it as well, until that is erased too', async () => {
    const scope = alone()
    for (const turnId of ['u1', 'u2', 'u3']) await says(scope, turnId, turnId === 'u3' ? null : secret)
    await erased(scope, 'u2')
    assert.equal(await nameIn(scope), secret)
    await erased(scope, 'u1')
    assert.equal(await nameIn(scope), null)
  })

  it('stays where it came with an upload and no turn gave it', async () => {
    const scope = alone()
    for (const turnId of ['u1', 'u2']) await says(scope, turnId, null)
    await upload(scope, 'uploaded.txt')
    await erased(scope, 'u1')
    assert.equal(await nameIn(scope), 'uploaded.txt')
  })

  it('goes from the event of its upload as well', async () => {
    const scope = alone()
    await says(scope, 'u1', 'first.txt')
    await upload(scope, secret)
    await says(scope, 'u2', secret)
    await says(scope, 'u3', 'third.txt')
    await erased(scope, 'u2')
    assert.equal(await nameIn(scope), 'third.txt')
    assert.ok(!(await storedText(scope)).includes(secret))
  })

  it('is not brought back by a backup of before', async () => {
    const scope = alone()
    for (const [turnId, name] of [
      ['u1', 'first.txt'],
      ['u2', secret],
    ] as const)
      await says(scope, turnId, name)
    const before = await backedUp(scope)
    await erased(scope, 'u2')
    await restored(scope, before, { merge: true })
    scope.reads.clear()
    assert.equal(await nameIn(scope), 'first.txt')
    assert.ok(!(await storedText(scope)).includes(secret))
  })
})
