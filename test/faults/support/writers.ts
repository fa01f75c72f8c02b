import type { Write } from './client.ts'
import type { Talker } from './talkers.ts'

/** Turns of one `storeTurns`. */
const batchLength = 4

/** Everything that talks in one round: each kind with a conversation of its own, the last two share theirs. */
export function talkersOf(round: number): Talker[] {
  const name = (kind: string) => `r${round}-${kind}`
  return [
    talker(name('keyed'), true, (n) => turn(name('keyed'), String(n), `${name('keyed')} ${n}`)),
    talker(name('plain'), false, (n) => turn(name('plain'), String(n), null)),
    talker(name('batches'), true, (n) => batch(name('batches'), n)),
    talker(name('forks'), true, (n) => forks(name('forks'), n)),
    ...['a', 'b'].map((who) =>
      talker(name('shared'), true, (n) => turn(name('shared'), `${who}${n}`, `${name('shared')} ${who} ${n}`)),
    ),
  ]
}

/** Returns the texts that its conversations must hold once all that it wrote is there. */
export function textsOf({ conversationId, done }: Talker): ReadonlyMap<string, readonly string[]> {
  const texts = (count: number) => Array.from({ length: count }, (_, n) => String(n))
  if (conversationId.endsWith('batches')) return new Map([[conversationId, texts(done * batchLength)]])
  if (!conversationId.endsWith('forks')) return new Map([[conversationId, texts(done)]])
  const forked = Array.from({ length: Math.floor((done + 1) / 3) }, (_, k): [string, string[]] => [
    forkOf(conversationId, 3 * k),
    [...texts(k + 1), ...(done >= 3 * k + 3 ? ['own'] : [])],
  ])
  return new Map([[conversationId, texts(Math.ceil(done / 3))], ...forked])
}

function talker(conversationId: string, hasKeys: boolean, write: (n: number) => Write): Talker {
  return { conversationId, hasKeys, write, acknowledged: [], done: 0, inDoubt: new Set() }
}

/** The text of a turn is its turn id. */
const turnInput = (conversationId: string, text: string) => ({ conversationId, turnId: text, role: 'USER', text })

function turn(conversationId: string, text: string, idempotencyKey: string | null): Write {
  return { name: 'storeTurn', input: { ...turnInput(conversationId, text), idempotencyKey } }
}

function batch(conversationId: string, n: number): Write {
  const turns = Array.from({ length: batchLength }, (_, k) => turnInput(conversationId, String(n * batchLength + k)))
  return { name: 'storeTurns', input: { turns, idempotencyKey: `${conversationId} ${n}` } }
}

const forkOf = (conversationId: string, n: number) => `${conversationId}-${n - (n % 3)}`

/** A turn, a fork at it, a turn in the fork, and so on. */
function forks(conversationId: string, n: number): Write {
  const [fork, idempotencyKey] = [forkOf(conversationId, n), `${conversationId} ${n}`]
  if (n % 3 === 0) return turn(conversationId, String(n / 3), idempotencyKey)
  if (n % 3 === 2) return turn(fork, 'own', idempotencyKey)
  return { name: 'forkConversation', input: { source: conversationId, newConversationId: fork, idempotencyKey } }
}

/** Returns the conversations that talkers write to. */
export function conversationsOf(talkers: readonly Talker[]): string[] {
  return talkers.flatMap((talker) => [...textsOf({ ...talker, done: talker.done + 1 }).keys()])
}
