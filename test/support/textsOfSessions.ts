import { promptOf } from '../../src/domain/prompts/promptOf.ts'
import type { Block, Json } from '../../src/domain/model.ts'
import { asObject } from '../../src/formats/reading/values.ts'
import { toolName } from '../../src/formats/writing/callIds.ts'
import { givenBy, givenText } from '../../src/formats/writing/results.ts'
import type { WrittenEntry } from '../../src/formats/writing/omissions.ts'

/** What is said in a talk, however it is cut into turns: what each side says, and what each call gave. */
export interface Said {
  readonly talk: readonly string[]
  readonly calls: readonly string[]
}

/** Returns what entries say that every agent's session can hold. Of open calls the result is that there is none. */
export function saidIn(entries: readonly WrittenEntry[]): Said {
  const talk: string[] = []
  let speaker: string | null = null
  const calls: { readonly callId: string; readonly called: string; result: string | null }[] = []
  for (const { role, blocks } of entries) {
    for (const block of blocks) {
      if (block.type === 'toolCall')
        calls.push({ callId: block.callId, called: `${toolName(block.name)} ${inputOf(block.input)}`, result: null })
      else if (block.type === 'toolResult') {
        const open = calls.find(({ callId, result }) => callId === block.callId && result === null)
        if (open) open.result = resultOf(block)
      }
    }
    const text = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('')
    if (!isTalk(role, text)) continue
    const by = role === 'ASSISTANT' ? 'ASSISTANT' : 'USER'
    if (by === speaker) talk.push(`${talk.pop() ?? ''}${text}`)
    else talk.push(`${by}: ${text}`)
    speaker = by
  }
  const plain = talk.map((text) => text.replace(/\s+/g, ''))
  return { talk: plain, calls: calls.map(({ called, result }) => `${called} -> ${result ?? 'Noresultwasstored.'}`) }
}

const isTalk = (role: string, text: string) =>
  role !== 'SYSTEM' && text.trim() !== '' && (role === 'ASSISTANT' || promptOf(text).kind !== 'MACHINE')

const inputOf = (input: Json) => JSON.stringify(asObject(input) ?? (input === null ? {} : { arguments: input }))

/** Gemini's results are objects, which stand as their text elsewhere. */
function resultOf({ content }: Extract<Block, { readonly type: 'toolResult' }>): string {
  const text = givenText(givenBy(content))
  const [, inner] = /^\{"(?:output|error)":("(?:[^"\\]|\\.)*")\}$/s.exec(text) ?? []
  return (inner === undefined ? text : (JSON.parse(inner) as string)).replace(/\s+/g, '')
}
