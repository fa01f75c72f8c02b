import assert from 'node:assert/strict'
import { it } from 'node:test'
import { integrity } from '../../../../src/app/integrity/integrity.ts'
import type { Scope } from '../../../../src/app/scope.ts'
import { textOf } from '../../../../src/domain/messages/blocks.ts'
import { formats } from '../../../../src/formats/index.ts'
import { filesOf, type DrawnConversation } from '../../../support/conversationFiles.ts'
import fc from '../../../support/properties.ts'
import { wholeOr } from '../../../support/rounds.ts'
import { onEveryStore } from '../../../support/scopes.ts'
import { imports, pathOf } from '../../../support/transcripts.ts'

let count = 0

/** What a conversation is to show: the words on the path to its last turn. */
function wordsOf({ turns }: DrawnConversation, isTree: boolean): string[] {
  const words: string[] = []
  if (!isTree) return turns.map(({ text }) => text)
  for (let at: number | null = turns.length - 1; at !== null; at = turns[at]?.parent ?? null)
    words.unshift(turns[at]?.text ?? '')
  return words
}

async function shown(scope: Scope, id: string): Promise<string[]> {
  const path = await pathOf(scope, id)
  return path.flatMap(({ kind, role, blocks }) => (kind === 'TURN' && role !== 'SYSTEM' ? [textOf(blocks) ?? ''] : []))
}

function ordersOf<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((one, i) => ordersOf(items.toSpliced(i, 1)).map((rest) => [one, ...rest]))
}

/** Returns a conversation as the format can hold one. */
function fitting(format: string, { id, turns }: DrawnConversation): DrawnConversation {
  const { isTree = false, isKnownByFirst = false, isWhole = false } = filesOf[format] ?? {}
  return {
    id,
    turns: turns.map(({ missing, ...turn }, k) => ({
      ...(isWhole && missing !== undefined && { missing }),
      ...turn,
      ...(!isTree && k > 0 && { parent: k - 1 }),
      ...(isKnownByFirst && k === 0 && { text: `${id} ${turn.text}` }),
    })),
  }
}

/** Imports conversations, in one file or in one each, and compares what each then shows with what was drawn. */
async function assertOwnWords(scope: Scope, format: string, all: readonly DrawnConversation[], inOne: boolean) {
  const conversations = all.map((one) => fitting(format, one))
  const { isTree = false, name, file } = filesOf[format] as NonNullable<(typeof filesOf)[string]>
  const ids = new Map<DrawnConversation, string>()
  for (const files of inOne ? [conversations] : conversations.map((one) => [one])) {
    const fileName = name?.(files[0]?.id ?? '') ?? null
    const imported = await imports(scope, file(files), { format, fileName })
    const unnamed = imported.conversations.filter(({ id }) => !conversations.some((one) => one.id === id))
    for (const one of files)
      ids.set(one, imported.conversations.some(({ id }) => id === one.id) ? one.id : (unnamed.shift()?.id ?? ''))
  }
  for (const one of conversations) {
    const { damage, findings } = await integrity(scope, ids.get(one) ?? '')
    assert.equal(damage, 0, `${format}: ${JSON.stringify([findings, conversations])}`)
    assert.deepEqual(
      await shown(scope, ids.get(one) ?? ''),
      wordsOf(one, isTree),
      `${format} ${inOne}: ${JSON.stringify(conversations)}`,
    )
  }
}

const drawn = (id: string, texts: readonly string[]): DrawnConversation => ({
  id,
  turns: texts.map((text, k) => ({ id: `m${k}`, parent: k === 0 ? null : k - 1, text })),
})

/** A conversation whose turns have ids that others have, too. */
const anyTurns = fc
  .array(fc.tuple(fc.constantFrom('x', 'y'), fc.boolean()), { minLength: 1, maxLength: 5 })
  .map((drawn) =>
    drawn.map(([text, isBranch], k) => ({
      id: `m${k}`,
      parent: k === 0 ? null : isBranch && k >= 3 ? k - 3 : k - 1,
      text: `${text}${k}`,
    })),
  )
const anyConversations = fc
  .array(anyTurns, { minLength: 2, maxLength: 3 })
  .map((all) => all.map((turns, i) => ({ id: `c${i}`, turns })))

/** Returns conversations of which some were cut off: their first turn follows one that they lack, and that a longer one has. */
const cutOff = (all: readonly DrawnConversation[], nth: number): DrawnConversation[] =>
  all.map(({ id, turns }, i) => ({
    id,
    turns: turns.map((turn, k) => (k > 0 || ((nth >> i) & 1) === 0 ? turn : { ...turn, missing: `m${turns.length}` })),
  }))

await onEveryStore("an entry that has the id of another conversation's", (on) => {
  const fresh = () => on.scope({ tenant: `entries-${++count}` })
  const isEmbedded = on.name.includes('SQLite')

  it('is drawn for every format that is read', () => {
    const read = formats.filter((format) => format.read !== undefined).map(({ name }) => name)
    assert.deepEqual(Object.keys(filesOf).sort(), read.sort())
  })

  it('is its own in a clone of Open WebUI in which one message was edited in place', async () => {
    const all = ['c0', 'c1'].map((id) => drawn(id, ['hi', 'hello', id === 'c1' ? 'edited' : 'why?', 'because']))
    for (const order of ordersOf(all)) await assertOwnWords(fresh(), 'OPEN_WEBUI', order, true)
  })

  for (const format of ['CHATGPT', 'CLAUDE_AI'])
    it(`is its own in three conversations of ${format} with the same ids`, async () => {
      const all = ['c0', 'c1', 'c2'].map((id) => drawn(id, [`${id} asks`, `${id} answers`, 'thanks']))
      for (const order of ordersOf(all)) await assertOwnWords(fresh(), format, order, true)
    })

  it('is its own in a session of Claude Code whose next entry another session has below an entry that only has the same id', async () => {
    const all = [
      drawn('c0', ['root', 'one', 'two']),
      drawn('c1', ['root', 'other', 'two']),
      drawn('c2', ['elsewhere', 'one', 'three']),
    ]
    for (const order of ordersOf(all))
      for (const inOne of [true, false]) await assertOwnWords(fresh(), 'CLAUDE_CODE', order, inOne)
  })

  it('is the other one in a copy of a session of Claude Code in the same file, as in a file of its own', async () => {
    const all = [drawn('c0', ['hi', 'hello', 'why?', 'so']), drawn('c1', ['hi', 'hello', 'how?', 'so'])]
    for (const order of ordersOf(all)) {
      const shared = []
      for (const inOne of [true, false]) {
        const scope = fresh()
        await assertOwnWords(scope, 'CLAUDE_CODE', order, inOne)
        shared.push(
          await Promise.all(all.map(async ({ id }) => (await pathOf(scope, id)).map((one) => one.conversationId))),
        )
      }
      const [first, second] = [order[0]?.id, order[1]?.id]
      const expected = all.map(({ id }) => (id === first ? [id, id, id, id] : [first, first, second, second]))
      assert.deepEqual(shared, [expected, expected])
    }
  })

  for (const format of Object.keys(filesOf).filter((one) => filesOf[one]?.isWhole))
    it(`is no parent of what ${format} cut off in another conversation`, async () => {
      const cut = { id: 'c1', turns: [{ id: 'm9', parent: null, missing: 'm0', text: 'on' }] }
      for (const order of ordersOf([drawn('c0', ['hi', 'hello']), cut])) {
        const scope = fresh()
        await assertOwnWords(scope, format, order, true)
      }
    })

  for (const format of Object.keys(filesOf))
    it(`is its own in ${format}`, async () => {
      const property = fc.asyncProperty(anyConversations, fc.nat(), async (all, nth) => {
        const orders = ordersOf(cutOff(all, nth))
        const order = orders[nth % orders.length] ?? all
        if (filesOf[format]?.holdsSeveral === true) await assertOwnWords(fresh(), format, order, true)
        await assertOwnWords(fresh(), format, order, false)
      })
      await fc.assert(property, { numRuns: isEmbedded ? wholeOr(40, 2) : 1, endOnFailure: true })
    })
})
