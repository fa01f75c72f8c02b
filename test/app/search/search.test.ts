import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createConversation } from '../../../src/app/conversations/createConversation.ts'
import { branchAt } from '../../../src/app/prompts/branches.ts'
import { isOnCurrentBranch, promptOfHit } from '../../../src/app/search/hitPlace.ts'
import { search } from '../../../src/app/search/search.ts'
import type { SearchScope } from '../../../src/app/search/terms.ts'
import { storeTurn } from '../../../src/app/turns/storeTurns.ts'
import type { Block, Json } from '../../../src/domain/model.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { waitFor } from '../../support/waitFor.ts'

await onEveryStore('a search', (on) => {
  it('finds what was just stored', { timeout: 60_000 }, async () => {
    const scope = on.scope()
    await storeTurn(scope, {
      conversationId: 'c',
      turnId: 't',
      role: 'USER',
      blocks: [{ type: 'text', text: 'the quick brown fox' }],
    })
    // A server that was just started may take longer to index than a search waits.
    const page = await waitFor(async () => {
      const found = await search(on.scope(), 'quick', null, {})
      return found.behind === 0 && found
    })
    assert.deepEqual(
      page.items.map(({ item }) => item.snippet),
      ['the quick brown fox'],
    )
    assert.equal(await page.totalCount(), 1)
  })

  it('finds the calls that name a path, whole names of it alone, wherever the session was held', async () => {
    const edit = async (conversationId: string, turnId: string, input: Json, said = ''): Promise<void> => {
      const call: Block = { type: 'toolCall', callId: `call ${turnId}`, name: 'edit', input }
      const blocks: Block[] = said === '' ? [call] : [{ type: 'text', text: said }, call]
      await storeTurn(on.scope(), { conversationId, turnId, role: 'ASSISTANT', blocks })
    }
    await createConversation(on.scope(), { id: 'one', cwd: '/home/ada/atlas' })
    await createConversation(on.scope(), { id: 'two', cwd: '/home/ada/atlas/.worktrees/1' })
    await edit('one', 'a', { file_path: '/home/ada/atlas/src/a.ts', old: 'x' })
    await edit('one', 'b', { command: 'sed -n 1,5p src/a.tsx src/b.ts' })
    await edit('two', 'c', { patch: '*** Update File: src/a.ts\n+one' })
    await edit('two', 'd', { edits: [{ path: 'src\\a.ts' }] }, 'Now src/b.ts.')
    await edit('three', 'e', { file: 'lib/my src/a.ts.bak' })
    await storeTurn(on.scope(), {
      conversationId: 'three',
      turnId: 'f',
      role: 'USER',
      blocks: [{ type: 'text', text: 'Look at src/a.ts' }],
    })
    const found = async (text: string, scope: SearchScope | null = null): Promise<string> => {
      const { items } = await search(on.scope(), text, scope, {})
      return items
        .map(({ item }) => item.callId ?? `said in ${item.observation.messageId ?? ''}`)
        .sort()
        .join(', ')
    }
    assert.equal(await found('path:src/a.ts'), 'call a, call c, call d')
    assert.equal(await found('path:SRC/a.ts'), 'call a, call c, call d')
    assert.equal(await found('path:atlas/src/'), 'call a')
    assert.equal(await found('path:c/a.ts'), '')
    assert.equal(await found('path:"my src/a.ts.bak"'), 'call e')
    assert.equal(await found('path:src/a.ts -path:/home/ada'), 'call c, call d')
    assert.equal(await found('path:src/a.ts now'), 'said in two:d')
    assert.equal(await found('path:src/a.ts', { conversationId: 'one' }), 'call a')
    assert.equal(await found('path:src/a.ts', { cwd: '/nowhere' }), '')
    assert.equal(await found('path:src/a.ts', { cwds: [] }), '')
    const project = ['/home/ada/atlas', '/home/ada/atlas/.worktrees/1']
    assert.equal(await found('path:src/a.ts', { cwds: project.slice(0, 1) }), 'call a')
    assert.equal(await found('path:src/a.ts', { cwds: project }), 'call a, call c, call d')
    assert.equal(await (await search(on.scope(), 'path:src/a.ts', null, {})).totalCount(), 3)
  })

  it('gives hits by conversation, the newest first, each with its count and its best ones', async () => {
    const say = (conversationId: string, text: string): Promise<unknown> =>
      storeTurn(on.scope(), { conversationId, role: 'USER', blocks: [{ type: 'text', text }] })
    for (const text of ['a lighthouse', 'lighthouse lighthouse', 'the lighthouse keeper']) await say('older', text)
    await say('newer', 'one lighthouse')
    const page = await search(on.scope(), 'lighthouse', null, { first: 1 })
    const groups = await page.groups(20, 2)
    assert.deepEqual(
      groups.map(({ conversation, count, hits }) => [conversation.id, count, hits.length]),
      [
        ['newer', 1, 1],
        ['older', 3, 2],
      ],
    )
    assert.equal(groups[1]?.hits[0]?.snippet, 'lighthouse lighthouse')
    assert.equal((await page.groups(1, 1)).length, 1)
    await assert.rejects(page.groups(51, 1), /"first" must be from 1 to 50/)
    await assert.rejects(page.groups(1, 0), /"perGroup" must be from 1 to 10/)
  })

  it('finds what was said, what tools were given and gave, or both', async () => {
    const turn = (turnId: string, role: 'ASSISTANT' | 'TOOL', blocks: Block[]) =>
      storeTurn(on.scope(), { conversationId: 'calls', turnId, role, blocks })
    const call = (callId: string, input: Json): Block => ({ type: 'toolCall', callId, name: 'grep', input })
    const text = (words: string): Block => ({ type: 'text', text: words })
    await turn('said', 'ASSISTANT', [text('I look for the kingfisher.'), call('k1', { pattern: 'nothing' })])
    await turn('gave', 'TOOL', [{ type: 'toolResult', callId: 'k1', content: 'kingfisher.ts', isError: false }])
    await turn('given', 'ASSISTANT', [call('k2', { pattern: 'kingfisher' })])
    const found = async (inToolCalls?: boolean | null): Promise<string[]> => {
      const page = await search(on.scope(), 'kingfisher', { inToolCalls: inToolCalls ?? null }, {})
      assert.equal(await page.totalCount(), page.items.length)
      assert.equal((await page.groups(1, 10))[0]?.hits.length, page.items.length)
      return page.items.map(({ item }) => item.callId ?? 'said').sort()
    }
    assert.deepEqual(await found(), ['k1', 'k2', 'said'])
    assert.deepEqual(await found(true), ['k1', 'k2'])
    assert.deepEqual(await found(false), ['said'])
  })

  it('says where a hit stands: on which branch, in which prompt', async () => {
    const scope = on.scope()
    const turn = (turnId: string, text: string, role: 'USER' | 'ASSISTANT' = 'USER') =>
      storeTurn(on.scope(), { conversationId: 'branched', turnId, role, blocks: [{ type: 'text', text }] })
    await turn('1', 'Begin')
    await turn('2', 'with a heron', 'ASSISTANT')
    await turn('1', 'Begin anew')
    await turn('2b', 'another heron', 'ASSISTANT')
    const { items } = await search(on.scope(), 'heron', null, {})
    const places = await Promise.all(
      items.map(async ({ item }) => [
        item.snippet,
        await isOnCurrentBranch(scope, item),
        (await scope.reads.observation(await promptOfHit(scope, item)))?.blocks.map(
          (block) => 'text' in block && block.text,
        ),
        (await branchAt(scope, item.conversation, item.observation)).isCurrent,
      ]),
    )
    assert.deepEqual(places.sort(), [
      ['another heron', true, ['Begin anew'], true],
      ['with a heron', false, ['Begin'], false],
    ])
  })
})
