// Takes long: random trees, of which each place is read.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../support/properties.ts'
import { labelsOf } from '../../../src/app/conversations/labels.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { undo } from '../../../src/app/heads/undo.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { materialize } from '../../../src/app/markers/materialize.ts'
import type { Merge } from '../../../src/app/merges/merge.ts'
import { mergeConversations } from '../../../src/app/merges/mergeConversations.ts'
import { conversationOf } from '../../../src/app/read/view.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { context } from '../../../src/app/transcripts/context.ts'
import { transcriptPage } from '../../../src/app/transcripts/transcript.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { deleteMessage } from '../../../src/app/turns/deleteMessage.ts'
import { restoreMessage } from '../../../src/app/turns/restoreMessage.ts'
import { storeTurns } from '../../../src/app/turns/storeTurns.ts'
import { label, previewLength } from '../../../src/domain/messages/blocks.ts'
import type { Conversation } from '../../../src/domain/model.ts'
import { titleSearch, untitled } from '../../../src/domain/prompts/title.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { brings, wordGates } from '../../support/merges.ts'
import { wholeOr } from '../../support/rounds.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

/** What may change what a conversation is called, or what is shown of it; `at` chooses the turn. */
const acts = {
  user: (scope, id, at) => say(scope, id, `u${at}`, `said ${at}`),
  untitled: (scope, id, at) => say(scope, id, `u${at}`, 'Untitled'),
  greeting: (scope, id, at) => say(scope, id, `u${at}`, 'hello'),
  command: (scope, id, at) => say(scope, id, `u${at}`, '/mode'),
  program: (scope, id, at) => say(scope, id, `u${at}`, '<system-reminder>be brief</system-reminder>'),
  answer: (scope, id, at) => say(scope, id, `a${at}`, `answer ${at}`),
  system: (scope, id, at) => say(scope, id, `s${at}`, 'be brief'),
  batch: (scope, id, at) =>
    storeTurns(scope, {
      turns: [`a${at}`, `u${at + 1}`, `s${at}`].map((turnId) => ({
        ...{ conversationId: id, turnId, blocks: [{ type: 'text', text: turnId }] },
        role: turnId.startsWith('a') ? 'ASSISTANT' : turnId.startsWith('u') ? 'USER' : 'SYSTEM',
      })),
    }),
  branched: (scope, id, at) => say(scope, id, `a${at}`, 'beside', { parent: { messageId: `${id}:u${at}` } }),
  root: (scope, id, at) => say(scope, id, `u${at}`, 'a new beginning', { parent: null }),
  amend: (scope, id, at) => amendMessage(scope, { messageId: `${id}:u${at}`, fields: { text: `amended ${at}` } }),
  blank: (scope, id, at) => amendMessage(scope, { messageId: `${id}:u${at}`, fields: { text: ' ' } }),
  delete: (scope, id, at) => deleteMessage(scope, { id: `${id}:u${at}` }),
  deleteAnswer: (scope, id, at) => deleteMessage(scope, { id: `${id}:a${at}` }),
  restore: (scope, id, at) => restoreMessage(scope, { id: `${id}:u${at}` }),
  rewind: (scope, id, at) => rewindConversation(scope, { conversationId: id, to: { turn: 1 + at } }),
  toMessage: (scope, id, at) => rewindConversation(scope, { conversationId: id, to: { messageId: `${id}:u${at}` } }),
  undo: (scope, id) => undo(scope, { conversationId: id }),
  fork: (scope, id, at) => forkConversation(scope, { source: id, newConversationId: `fork ${at}` }),
  pick: (scope, id, at) => merge(scope, id, at, { strategy: 'CHERRY_PICK', turns: [`${another(id, at)}:u${at}`] }),
  pickDeleted: async (scope, id, at) => {
    await merge(scope, id, at, { strategy: 'CHERRY_PICK', turns: [`${another(id, at)}:u${at}`] })
    await deleteMessage(scope, { id: `${another(id, at)}:u${at}` })
  },
  pickBoth: (scope, id, at) =>
    merge(scope, id, at, { strategy: 'CHERRY_PICK', turns: [0, 1].map((k) => `${another(id, at)}:u${at + k}`) }),
  insights: (scope, id, at) => merge(scope, id, at, { strategy: 'INSIGHTS' }),
  brings: (scope, id, at) => brings(scope, id, `u${at}`, 'good'),
  evidence: (scope, id, at) => merge(scope, id, at, { strategy: 'EVIDENCE', gate: { command: 'words' } }),
  materialize: (scope, id, at) => materialize(scope, { conversationId: id, newConversationId: `fork ${at}` }),
} satisfies Readonly<Record<string, (scope: Scope, id: string, at: number) => Promise<unknown>>>
/** One of the other places, which `at` chooses. */
const another = (id: string, at: number) => places.filter((place) => place !== id)[at % (places.length - 1)] ?? ''

function merge(scope: Scope, into: string, at: number, how: Omit<Merge, 'into' | 'from'>) {
  return mergeConversations(scope, wordGates(), { into, from: [another(into, at)], ...how })
}

type Act = keyof typeof acts
type Step = readonly [act: Act, at: number, where: number]

const anyStep: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom(...(Object.keys(acts) as Act[])),
  fc.nat(3),
  fc.constantFrom(0, 0, 0, 1, 1, 2, 3),
)
const places = ['talk', 'beside', 'fork 0', 'fork 1']

/** Does it; what is refused as things stand leaves no trace. */
async function perform(scope: Scope, [act, at, where]: Step): Promise<void> {
  try {
    await acts[act](scope, places[where] ?? 'talk', at)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

const current = { values: 'CURRENT', includeDeleted: false } as const

/** What is shown of a conversation, by the slow and plain way: each turn of its path is looked at. */
async function plainLabels(scope: Scope, conversation: Conversation) {
  const turns = await turnsOn(scope, conversation)
  const preview = turns.findLast(({ deleted }) => !deleted)?.text
  return {
    title: (await plainTitle(scope, conversation)) ?? untitled,
    preview: label(preview ?? '', previewLength),
  }
}

async function turnsOn(scope: Scope, conversation: Conversation) {
  const { entries } = await transcriptPage(scope, conversation, 'MESSAGES', { first: 100 }, current)
  return entries.map(({ entry }) => entry)
}

async function plainTitle(scope: Scope, conversation: Conversation): Promise<string | null> {
  const { id, forkedFrom } = conversation
  const turns = await turnsOn(scope, conversation)
  const isUser = ({ role, text }: (typeof turns)[number]) => role === 'USER' && text.trim() !== ''
  const prompts = turns.filter((turn) => !turn.deleted && isUser(turn))
  const all = searched(prompts)
  if (forkedFrom === null) return all.found ?? all.otherwise
  const isOwn = ({ observation: node }: (typeof turns)[number]) =>
    node.conversationId === id &&
    (node.copyOf === null || node.messageId?.startsWith(`${encodeURIComponent(id)}:`) === true)
  const shared = await inheritedIds(scope, forkedFrom.observationId)
  const own = searched(prompts.filter((turn) => isOwn(turn) && !shared.has(turn.observation.id)))
  if (own.found !== null) return own.found
  const source = await plainTitle(scope, await conversationOf(scope, forkedFrom.conversationId))
  return source === null || source === untitled ? own.otherwise : `Fork of ${source.replace(/^Fork of /, '')}`
}

function searched(prompts: readonly { readonly text: string }[]) {
  const search = titleSearch()
  const found = prompts.map(({ text }) => search.take(text)).find((title) => title !== null) ?? null
  return { found, otherwise: search.otherwise() }
}

/** The nodes of the path to a fork's point. */
async function inheritedIds(scope: Scope, point: string | null): Promise<Set<string>> {
  const ids = new Set<string>()
  for (let at = point; at !== null; at = (await scope.reads.observation(at))?.place?.parentId ?? null) ids.add(at)
  return ids
}

async function shown(scope: Scope, id: string) {
  scope.reads.clear()
  const { derivedTitle, preview } = (await scope.reads.conversation(id)) as Conversation
  return { derivedTitle, preview }
}

await onEveryStore('title and preview as the head moves', (on) => {
  let count = 0
  const alone = () => on.scope({ tenant: `texts ${on.name} ${++count}` })
  const isFast = on.name.includes('SQLite')

  async function holds(scope: Scope): Promise<void> {
    scope.reads.clear()
    for (const id of places) {
      if ((await scope.reads.conversation(id)) === null) continue
      const { findings } = await integrity(scope, id)
      const differing = findings.filter(({ code }) => code === 'SUMMARY_DIFFERS')
      assert.deepEqual(differing, [], id)
      const conversation = await conversationOf(scope, id)
      assert.deepEqual(await labelsOf(scope, conversation), await plainLabels(scope, conversation), id)
    }
  }

  /** Two strangers. */
  const begin = async (scope: Scope) => {
    for (const id of places.slice(0, 2)) await say(scope, id, 'u0', id)
  }

  /** What is deleted has no place in what a model is sent, whoever shows it. */
  async function sendsNothingDeleted(scope: Scope): Promise<void> {
    for (const id of places) {
      if ((await scope.reads.conversation(id)) === null) continue
      assert.ok(
        (await context(scope, id, null)).every(({ deleted }) => !deleted),
        id,
      )
    }
  }

  it('is of the first turn of a person that is not deleted, also where it comes after', async () => {
    const scope = alone()
    await say(scope, 'talk', 'u0')
    await say(scope, 'talk', 'a1')
    await deleteMessage(scope, { id: 'talk:u0' })
    assert.equal((await shown(scope, 'talk')).derivedTitle, 'Untitled')
    await say(scope, 'talk', 'u3')
    assert.deepEqual(await shown(scope, 'talk'), { derivedTitle: 'u3', preview: 'u3' })
    await rewindConversation(scope, { conversationId: 'talk', to: { turn: 2 } })
    assert.deepEqual(await shown(scope, 'talk'), { derivedTitle: 'Untitled', preview: 'a1' })
    await holds(scope)
  })
  it('follows from the path, whatever happened', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 2, maxLength: 14 }), async (steps) => {
        const scope = alone()
        await begin(scope)
        for (const step of steps) {
          await perform(scope, step)
          await holds(scope)
        }
        await sendsNothingDeleted(scope)
      }),
      { numRuns: isFast ? wholeOr(100, 40) : 5 },
    )
  })
  it('follows from the path where much happens at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 24 }), async (steps) => {
        const scope = alone()
        await begin(scope)
        await Promise.all(steps.map((step) => perform(scope, step)))
        await holds(scope)
        await sendsNothingDeleted(scope)
      }),
      { numRuns: isFast ? wholeOr(100, 40) : 5 },
    )
  })
})
