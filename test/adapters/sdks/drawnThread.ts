import type { Random } from '../../support/random.ts'

/** A part or message of assistant-ui, less its type. */
export type Part = Readonly<Record<string, unknown>>
export interface DrawnMessage extends Part {
  readonly id: string
  readonly role: string
  readonly content: readonly Part[]
}

const png = `data:image/png;base64,${Buffer.from('a picture').toString('base64')}`
const bytes = Buffer.from('a file').toString('base64')
const call = (result: object): Part => ({
  ...{ type: 'tool-call', toolCallId: 'c1', toolName: 'look', args: { at: 1 }, argsText: '{"at":1}' },
  ...result,
})

/** Parts of every kind that messages of a person have. */
export const userParts: readonly Part[] = [
  { type: 'text', text: 'Hello.' },
  { type: 'text', text: '', parentId: 'p' },
  { type: 'image', image: png, filename: 'a.png' },
  { type: 'image', image: 'https://example.org/a.webp' },
  { type: 'file', data: bytes, mimeType: 'text/plain', filename: 'a.txt' },
  { type: 'file', data: 'https://example.org/a.pdf', mimeType: 'application/pdf' },
  { type: 'file', data: 'file-123', mimeType: 'application/pdf', sourceType: 'id' },
  { type: 'file', data: 'no base64 !', mimeType: 'odd' },
  { type: 'data', name: 'chart', data: { a: [1, null, 'x'] } },
  { type: 'audio', audio: { data: bytes, format: 'mp3' } },
  { type: 'audio', audio: { data: bytes, format: 'wav' } },
]

/** Parts of every kind that answers have. */
export const assistantParts: readonly Part[] = [
  { type: 'text', text: 'Well.', status: { type: 'complete' }, providerMetadata: { a: { b: 1 } } },
  { type: 'reasoning', text: 'Hm.', unstable_summary: 'h' },
  call({}),
  call({ argsText: '{"at": 1' }),
  call({ result: { c: 4 }, artifact: { big: true }, modelContent: [{ type: 'text', text: 'four' }] }),
  call({ result: null }),
  call({ result: 'no', isError: true }),
  call({ result: 'yes', isError: false, timing: { startedAt: 1 } }),
  call({ interrupt: { type: 'human', payload: { a: 1 } } }),
  call({ approval: { id: 'x', approved: true, optionId: 'o', isAutomatic: false } }),
  call({ result: 1, messages: [{ id: 'n', role: 'user', content: [{ type: 'text', text: 'Nested.' }] }] }),
  { type: 'source', sourceType: 'url', id: 's', url: 'https://example.org', title: 'T' },
  { type: 'source', sourceType: 'document', id: 's', title: 'T', mediaType: 'text/plain', filename: 'f' },
  { type: 'file', data: bytes, mimeType: 'text/plain' },
  { type: 'image', image: png },
  { type: 'data', name: 'odd name/%', data: null },
  { type: 'generative-ui', spec: { root: { component: 'Card', props: {} } } },
]

/** Returns a message with parts drawn of all kinds. */
export function drawnMessage({ below, pick }: Random, id: string, role: 'user' | 'assistant' | 'system'): DrawnMessage {
  const createdAt = new Date(Date.UTC(2026, 0, 1) + below(1e9))
  if (role === 'system')
    return { id, role, createdAt, content: [{ type: 'text', text: 'Be short.' }], metadata: { custom: {} } }
  const parts = role === 'user' ? userParts : assistantParts
  const content = Array.from({ length: below(4) }, (_, i) => {
    const part = pick(parts)
    // A call's id is its own within a message.
    return part['type'] === 'tool-call' ? { ...part, toolCallId: `c${i}` } : part
  })
  if (role === 'user') {
    const attached = { id: 'f1', type: 'file', name: 'a.txt', contentType: 'text/plain', status: { type: 'complete' } }
    const attachments = below(3) === 0 ? [{ ...attached, content: [pick(userParts), pick(userParts)] }] : []
    return { id, role, createdAt, content, attachments, metadata: { custom: { mine: below(9) } } }
  }
  const status = pick([
    { type: 'complete', reason: 'stop' },
    { type: 'requires-action', reason: 'tool-calls' },
  ])
  const steps = [{ usage: { inputTokens: 1, outputTokens: below(9) } }]
  const metadata = { unstable_state: { s: 1 }, unstable_annotations: [], unstable_data: ['d'], steps, custom: {} }
  return { id, role, createdAt, content, status, metadata }
}
