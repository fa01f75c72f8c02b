/** What forks are called: by what was first asked in them, else by their source. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { deleteConversation } from '../../../src/app/conversations/deleteConversation.ts'
import { labelsOf } from '../../../src/app/conversations/labels.ts'
import { updateConversation } from '../../../src/app/conversations/updateConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { conversationsPage } from '../../../src/app/read/lists.ts'
import { conversationOf } from '../../../src/app/read/view.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

await onEveryStore('titles of forks', (on) => {
  const scope = on.scope
  const title = async (id: string) => (await labelsOf(scope(), await conversationOf(scope(), id))).title
  /** A conversation of two exchanges, and a fork of it at a turn. */
  const forked = async (id: string, at?: number) => {
    for (const [turn, text] of Object.entries({
      u1: 'mend the heron',
      a1: 'done',
      u2: 'then the stork',
      a2: 'done, too',
    }))
      await say(scope(), id, turn, text)
    await forkConversation(scope(), { source: id, newConversationId: `${id}-fork`, ...(at && { at: { turn: at } }) })
    return `${id}-fork`
  }

  it('are of the source until something is asked, then of what is asked first', async () => {
    const fork = await forked('plain', 2)
    assert.equal(await title(fork), 'Fork of mend the heron')
    await say(scope(), fork, 'a9', 'an answer names nothing')
    await say(scope(), fork, 'u9', 'hello')
    assert.equal(await title(fork), 'Fork of mend the heron')
    await say(scope(), fork, 'u10', 'please port the tests to Playwright')
    await say(scope(), fork, 'u11', 'and the docs')
    assert.equal(await title(fork), 'Port the tests to Playwright')
    assert.equal((await conversationOf(scope(), fork)).derivedTitle, 'Port the tests to Playwright')
  })

  it('follow the head back above what was asked, and forward again', async () => {
    const fork = await forked('moved', 2)
    const { observation } = await say(scope(), fork, 'u9', 'port the tests')
    await rewindConversation(scope(), { conversationId: fork, to: { turn: 2 } })
    assert.equal(await title(fork), 'Fork of mend the heron')
    await say(scope(), fork, 'u10', 'port the docs')
    assert.equal(await title(fork), 'port the docs')
    await rewindConversation(scope(), { conversationId: fork, to: { observationId: observation.id } }).catch(() => null)
    assert.equal(await title('moved'), 'mend the heron')
  })

  it('are of a turn that the fork put in place of an inherited one', async () => {
    const fork = await forked('edited')
    await say(scope(), fork, 'u2', 'rather the crane')
    assert.equal(await title(fork), 'rather the crane')
  })

  it('go with the name of the source, say "Fork of" once, and keep a name of their own', async () => {
    const fork = await forked('named', 2)
    await updateConversation(scope(), { id: 'named', title: 'Birds' })
    assert.equal(await title(fork), 'Fork of Birds')
    await forkConversation(scope(), { source: fork, newConversationId: 'named-third' })
    assert.equal(await title('named-third'), 'Fork of Birds')
    await updateConversation(scope(), { id: fork, title: 'Mine' })
    assert.deepEqual([await title(fork), await title('named-third')], ['Mine', 'Fork of Mine'])
  })

  it('say nothing of a source that is deleted but what the fork shares with it', async () => {
    const fork = await forked('deleted', 1)
    await updateConversation(scope(), { id: 'deleted', title: 'Private' })
    await deleteConversation(scope(), { id: 'deleted' })
    assert.equal(await title(fork), 'Fork of mend the heron')
  })

  it('are Untitled at the empty path of what has no name', async () => {
    await say(scope(), 'nameless', 'a1', 'an answer')
    await forkConversation(scope(), { source: 'nameless', newConversationId: 'nameless-fork' })
    assert.equal(await title('nameless-fork'), 'Untitled')
    await say(scope(), 'nameless-fork', 'u1', 'port the tests')
    assert.equal(await title('nameless-fork'), 'port the tests')
  })

  it('are what a search by title finds', async () => {
    const fork = await forked('found', 2)
    await say(scope(), fork, 'u9', 'count the wrens')
    const found = await conversationsPage(scope(), { title: 'WRENS' }, { first: 10 })
    assert.deepEqual(
      found.items.map(({ item }) => item.id),
      [fork],
    )
  })
})
