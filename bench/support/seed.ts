import type { Scope } from '../../src/app/scope.ts'
import type { StoreTurn } from '../../src/app/turns/turnInput.ts'
import { forkConversation } from '../../src/app/forks/forkConversation.ts'
import { storeTurns } from '../../src/app/turns/storeTurns.ts'

const kilobyte = 1024
const words =
  'the graph keeps every turn that was stored and a fork shares its whole past with it so nothing is lost'.split(' ')

/** Returns about so many bytes of text that differs from one number to the next. */
export function textOf(number: number, bytes = kilobyte): string {
  let text = `Turn ${number}:`
  for (let i = number; text.length < bytes; i = (i * 31 + 7) % 1_000_003) text += ` ${words[i % words.length]} ${i}`
  return text.slice(0, bytes)
}

/** Returns the `number`th turn of 1 KB of a talk between two. */
export function turnOf(conversationId: string, number: number, turnId = `t${number}`): StoreTurn {
  const role = number % 2 === 0 ? 'USER' : 'ASSISTANT'
  return { conversationId, turnId, role, blocks: [{ type: 'text', text: textOf(number) }] }
}

/** Stores turns one after the other, in batches; `times` says how often each is stored. */
export async function storeMany(scope: () => Scope, id: string, count: number, times = 1, from = 0): Promise<void> {
  const batch = Math.floor(1000 / times)
  for (let begin = from; begin < from + count; begin += batch) {
    const numbers = Array.from({ length: Math.min(batch, from + count - begin) }, (_, i) => begin + i)
    const turns = numbers.flatMap((number) => Array.from({ length: times }, () => turnOf(id, number)))
    await storeTurns(scope(), { turns })
  }
}

/** Stores a conversation and so many forks, each of the one before and with turns of its own; returns the last one. */
export async function storeForksOfForks(scope: () => Scope, id: string, forks: number, own: number): Promise<string> {
  await storeMany(scope, id, own)
  let source = id
  for (let level = 1; level <= forks; level++) {
    const fork = `${id}-${level}`
    await forkConversation(scope(), { source, newConversationId: fork })
    await storeMany(scope, fork, own, 1, level * own)
    source = fork
  }
  return source
}
