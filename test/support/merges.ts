import type { Gate, Gates } from '../../src/app/merges/gate.ts'
import type { Scope } from '../../src/app/scope.ts'
import { say } from './talk.ts'

/** Returns gates that let pass what holds "good"; `seen` counts what they judged. */
export function wordGates(): Gates & { readonly seen: string[] } {
  const seen: string[] = []
  const gate: Gate = {
    async judge({ open }) {
      const pieces: Uint8Array[] = []
      for await (const piece of await open()) pieces.push(piece)
      const text = Buffer.concat(pieces).toString('utf8')
      seen.push(text)
      return text.includes('good') ? { survives: true, reason: null } : { survives: false, reason: 'It is not good.' }
    },
    // Two that fight do not hold together.
    async judgeList(list) {
      const texts: string[] = []
      for (const { open } of list) {
        const pieces: Uint8Array[] = []
        for await (const piece of await open()) pieces.push(piece)
        texts.push(Buffer.concat(pieces).toString('utf8'))
      }
      seen.push(texts.join(' + '))
      const fighting = texts.filter((text) => text.includes('fights')).length
      return fighting > 1 ? { survives: false, reason: `${fighting} fight.` } : { survives: true, reason: null }
    },
    close: () => Promise.resolve(),
  }
  return {
    jsonSchema: () => Promise.resolve(gate),
    command: (name) => (name === 'words' ? gate : null),
    commands: ['words'],
    seen,
  }
}

/** Stores a turn that uses a text as an artifact. */
export async function brings(
  scope: Scope,
  conversationId: string,
  turn: string,
  text: string,
  use: { kind?: string | null; environment?: string | null } = { kind: 'report', environment: 'ci' },
): Promise<string> {
  const attachments = [{ base64: Buffer.from(text).toString('base64'), mediaType: 'text/plain', ...use }]
  const { observation } = await say(scope, conversationId, turn, turn, { attachments })
  return observation.id
}
