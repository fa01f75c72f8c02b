import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nameOf } from '../../../src/app/prompts/branchNames.ts'
import { branchesOfTree } from '../../../src/app/prompts/branchOutlines.ts'
import type { Scope } from '../../../src/app/scope.ts'
import type { Conversation } from '../../../src/domain/model.ts'
import fc from '../../support/properties.ts'
import { wholeOr } from '../../support/rounds.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

interface Turn {
  readonly under: number
  readonly words: string
  readonly branchId: string | null
}
const turn = fc.record<Turn>({
  under: fc.nat(),
  words: fc.constantFrom('Go on', 'Go on, but faster', 'Stop', 'answer 2'),
  branchId: fc.option(fc.constantFrom('retry', 'Retry', 'answer 2', 'main'), { freq: 4 }),
})

await onEveryStore('the names of branches', (on) => {
  let talks = 0
  /** Stores turns below any of those before, prompts and answers by turns, and returns what the branches are called. */
  async function namesOf(scope: Scope, turns: readonly Turn[]): Promise<string[]> {
    const id = `names ${talks++}`
    const stored: { readonly id: string; readonly isPrompt: boolean }[] = []
    for (const [i, { under, words, branchId }] of turns.entries()) {
      const parent = stored[under % (stored.length + 1)]
      const isPrompt = !parent?.isPrompt
      const place = { parent: parent ? { observationId: parent.id } : null, ...(branchId !== null && { branchId }) }
      const { observation } = await say(scope, id, `${isPrompt ? 'u' : 'a'}${i}`, words, place)
      stored.push({ id: observation.id, isPrompt })
    }
    return branchNames(scope, id)
  }
  async function branchNames(scope: Scope, id: string): Promise<string[]> {
    scope.reads.clear()
    const conversation = (await scope.reads.conversation(id)) as Conversation
    const { branches } = await branchesOfTree(scope, conversation)
    const all = branches.map((outline) => ({ id: outline.first.id, conversation, outline, isCurrent: false }))
    return Promise.all(all.map(async (branch) => (await nameOf(scope, branch)).name))
  }
  const assertDistinct = (names: readonly string[]): void =>
    assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length, names.join(' · '))

  it('are distinct in any tree', async () => {
    const scope = on.scope({ tenant: `names ${on.name}` })
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 16 }), async (turns) =>
        assertDistinct(await namesOf(scope, turns)),
      ),
      { numRuns: wholeOr(20, 6) },
    )
  })

  it('say where branches part that have one name', async () => {
    const scope = on.scope({ tenant: `parting ${on.name}` })
    const asked = (under: number, words = 'Go on'): Turn => ({ under, words, branchId: null })
    // A prompt, two answers; to each answer a prompt, and two answers to that.
    const names = await namesOf(
      scope,
      [0, 0, 0, 1, 3, 3, 2, 6, 6].map((under) => asked(under)),
    )
    assert.deepEqual(names.sort(), [
      'answer 2 of prompt 1',
      'answer 2 of prompt 2 in answer 2 of prompt 1',
      'answer 2 of prompt 2 in main',
      'main',
    ])
  })

  it('are words of the prompt where it has little in common with the first one', async () => {
    const scope = on.scope({ tenant: `words ${on.name}` })
    const words = (text: string): Turn => ({ under: 0, words: text, branchId: null })
    const root = (text: string, at: number): Turn => ({ ...words(text), under: at })
    const names = await namesOf(scope, [
      root('Wait for the login', 0),
      root('Wait much longer for the login', 1),
      root('Why do herons sleep on one leg', 2),
      root('Wait for herons, geese, storks, cranes, and whatever else has wings', 3),
    ])
    assert.deepEqual(names.sort(), ['Why do herons sleep on…', 'herons, geese, storks…', 'main', 'much longer'])
  })

  it('have a number each where there are more of them than are read at once', async () => {
    const scope = on.scope({ tenant: `many ${on.name}` })
    const turns = Array.from({ length: 204 }, (_, i): Turn => ({
      under: i,
      words: 'Go on',
      branchId: i % 2 ? 'retry' : null,
    }))
    const names = await namesOf(scope, turns)
    assertDistinct(names)
    assert.deepEqual([names.includes('main'), names.includes('retry (branch 2)'), names.length], [true, true, 204])
  })
})
