import type { Random } from '../../support/random.ts'

const texts = ['', 'Hello.', 'two\nlines', 'ünïcödé 🦊', 'nul \u0000 in it', 'half \ud83d alone']
const data: readonly unknown[] = [
  undefined,
  {},
  { a: 1, deep: [null, 'x', { y: true }] },
  { none: undefined },
  { not: NaN },
]

type Item = Readonly<Record<string, unknown>>

/** Draws items of each of the nineteen kinds that the SDK has. */
export class DrawnItems {
  private readonly random: Random

  constructor(random: Random) {
    this.random = random
  }

  list(most: number): Item[] {
    return Array.from({ length: this.random.below(most + 1) }, () => this.item())
  }

  item(): Item {
    const { pick, below } = this.random
    const kind = pick(kinds)
    const providerData = pick(data)
    return {
      ...kind(this.random),
      ...(below(4) === 0 && { id: `i${below(9)}` }),
      ...(below(5) === 0 && { providerData }),
    }
  }

  /** A call that a rewrite may put in another's place. */
  call(): Item {
    return functionCall(this.random)
  }
}

const callId = ({ below }: Random) => `call${below(3)}`
const functionCall = (random: Random): Item => ({
  ...{ type: 'function_call', callId: callId(random), name: random.pick(['look', 'pay']) },
  ...(random.below(2) === 0 && { status: random.pick(['in_progress', 'completed', 'incomplete']) }),
  arguments: random.pick(['{}', '{"a":1}', '{ "b": [1, 2] }', 'not JSON', '', '"text"', 'null']),
})

/** Every kind of item, as the SDK's own schemas have them. */
export const kinds: readonly ((random: Random) => Item)[] = [
  ({ pick }) => ({ type: 'message', role: 'user', content: pick(texts) }),
  ({ pick }) => ({ role: 'user', content: [{ type: 'input_text', text: pick(texts) }] }),
  ({ pick }) => ({
    ...{ type: 'message', role: 'user' },
    content: [
      { type: 'input_text', text: pick(texts) },
      { type: 'input_image', image: pick(['data:image/png;base64,iVBORw0KGgo=', 'https://example.com/a.png']) },
      { type: 'input_file', file: pick(['data:text/plain;base64,aGVsbG8=', 'data:text/plain,x']), filename: 'a.txt' },
      { type: 'audio', audio: 'AAAA', format: 'wav' },
    ],
  }),
  ({ pick }) => ({
    ...{ type: 'message', role: 'assistant', status: pick(['in_progress', 'completed', 'incomplete']) },
    content: [{ type: 'output_text', text: pick(texts) }],
  }),
  ({ pick }) => ({
    ...{ role: 'assistant', status: 'completed' },
    content: [
      { type: 'refusal', refusal: pick(texts) },
      { type: 'output_text', text: 'More.', providerData: { annotations: [] } },
    ],
  }),
  ({ pick }) => ({ role: 'system', content: pick(texts) }),
  functionCall,
  (random) => ({
    ...{ type: 'function_call_result', callId: callId(random), name: 'look', status: 'completed' },
    output: random.pick<unknown>([
      'Done.',
      { type: 'text', text: 'Done.' },
      { type: 'image', image: { data: new Uint8Array([1, 2, 3]), mediaType: 'image/png' } },
      [{ type: 'input_text', text: 'Done.' }],
    ]),
  }),
  ({ pick }) => ({ type: 'reasoning', content: [{ type: 'input_text', text: pick(texts) }] }),
  () => ({ type: 'reasoning', content: [], rawContent: [{ type: 'reasoning_text', text: 'Hm.' }] }),
  (random) => ({ type: 'tool_search_call', arguments: { query: 'x' }, callId: callId(random) }),
  () => ({ type: 'tool_search_output', tools: [{ type: 'function', name: 'look' }] }),
  () => ({ type: 'hosted_tool_call', name: 'web_search_call', status: 'completed', arguments: '{}' }),
  (random) => ({ type: 'program', callId: callId(random), code: '1 + 1', fingerprint: 'f' }),
  (random) => ({ type: 'program_output', callId: callId(random), output: '2', status: 'completed' }),
  (random) => ({ type: 'computer_call', callId: callId(random), status: 'completed', action: { type: 'screenshot' } }),
  (random) => ({
    ...{ type: 'computer_call_result', callId: callId(random) },
    output: { type: 'computer_screenshot', data: 'data:image/png;base64,iVBORw0KGgo=' },
  }),
  (random) => ({ type: 'shell_call', callId: callId(random), action: { commands: ['ls'] } }),
  (random) => ({
    ...{ type: 'shell_call_output', callId: callId(random) },
    output: [{ stdout: 'a', stderr: '', outcome: { type: 'exit', exitCode: 0 } }],
  }),
  (random) => ({
    ...{ type: 'apply_patch_call', callId: callId(random), status: 'completed' },
    operation: { type: 'delete_file', path: 'a.txt' },
  }),
  (random) => ({ type: 'apply_patch_call_output', callId: callId(random), status: 'completed', output: 'Gone.' }),
  () => ({ type: 'compaction', encrypted_content: 'c2VhbGVk' }),
  () => ({ type: 'unknown', id: 'u' }),
]
