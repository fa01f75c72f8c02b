import type { UIMessage } from 'ai'
import type { Random } from '../../support/random.ts'

type Part = UIMessage['parts'][number]

const texts = [
  '',
  'Hello.',
  'two\nlines',
  'ünïcödé 🦊',
  'a "quoted" \\ text',
  ' \t ',
  'half \ud83d alone',
  'nul \u0000 in it',
]
const values: readonly unknown[] = [
  null,
  0,
  -1.5,
  '',
  'text',
  true,
  [],
  {},
  [1, { deep: ['x', null] }],
  { a: { b: 'c' } },
]
const bytes = ['iVBORw0KGgo=', 'aGVsbG8=', 'AA==']
const urls = [
  'https://example.com/a.png',
  'https://example.com/a b.png',
  '/relative/file.pdf',
  'blob:https://example.com/1',
  'data:text/plain,hello',
  'data:text/plain;charset=utf-8;base64,aGVsbG8=',
  'data:image/png;base64,not canonical',
]
const names = [undefined, 'a.png', 'dir/a.png', 'ä b.txt', ' ']

/** Draws messages of every kind of part that there is, for one chat. */
export class DrawnMessages {
  private count = 0
  private readonly random: Random

  constructor(random: Random) {
    this.random = random
  }

  message(): UIMessage {
    const { pick, below } = this.random
    const role = pick(['user', 'assistant', 'assistant', 'assistant', 'system'] as const)
    const parts = Array.from({ length: below(role === 'assistant' ? 7 : 3) + (role === 'assistant' ? 0 : 1) }, () =>
      role === 'assistant' ? this.part() : this.said(),
    )
    const id = `${pick(['m', 'ü', 'id with blanks', 'a:b%'])}${++this.count}`
    return { id, role, parts, ...(below(3) === 0 && { metadata: pick(values) }) }
  }

  /** What a person or the program says. */
  private said(): Part {
    return this.random.below(3) === 0 ? this.file() : this.text()
  }

  private text(): Part {
    const { pick, below } = this.random
    return {
      type: 'text',
      text: pick(texts),
      ...(below(2) === 0 && { state: pick(['streaming', 'done'] as const) }),
      ...this.provider(),
    }
  }

  private file(): Part {
    const { pick, below } = this.random
    const mediaType = pick(['image/png', 'text/plain', 'IMAGE/PNG', 'nonsense'])
    const filename = pick(names)
    const url = below(2) === 0 ? `data:${mediaType};base64,${pick(bytes)}` : pick(urls)
    return { type: 'file', mediaType, url, ...(filename !== undefined && { filename }), ...this.provider() }
  }

  private part(): Part {
    const { pick, below } = this.random
    const id = `s${below(5)}`
    switch (below(9)) {
      case 0:
        return this.text()
      case 1:
        return { type: 'reasoning', text: pick(texts), ...(below(2) === 0 && { id }), ...this.provider() }
      case 2:
        return this.file()
      case 3:
        return { type: 'source-url', sourceId: id, url: pick(urls), ...this.provider() }
      case 4:
        return { type: 'source-document', sourceId: id, mediaType: 'text/plain', title: pick(texts) }
      case 5:
        return { type: 'step-start' }
      case 6:
        return { type: 'data-weather', data: pick(values), ...(below(2) === 0 && { id }) }
      default:
        return this.call()
    }
  }

  private call(): Part {
    const { pick, below } = this.random
    const toolCallId = `call${below(4)}`
    const named =
      below(2) === 0 ? { type: 'tool-search' as const } : { type: 'dynamic-tool' as const, toolName: 'search' }
    const more = { ...(below(3) === 0 && { providerExecuted: true }), ...(below(3) === 0 && { title: 'Search' }) }
    return { ...named, toolCallId, ...more, ...this.state(pick(values)) } as Part
  }

  private state(input: unknown): object {
    const { pick, below } = this.random
    const approval = { id: 'approval' }
    switch (below(8)) {
      case 0:
        return { state: 'input-streaming', ...(below(2) === 0 && { input: { half: true } }) }
      case 1:
        return { state: 'input-available', input }
      case 2:
        return { state: 'approval-requested', input, approval }
      case 3:
        return { state: 'approval-responded', input, approval: { ...approval, approved: below(2) === 0 } }
      case 4:
        return { state: 'output-denied', input, approval: { ...approval, approved: false, reason: 'No.' } }
      case 5:
        return { state: 'output-error', ...(below(2) === 0 ? { input } : { rawInput: '{' }), errorText: pick(texts) }
      default: {
        const granted = below(4) === 0 ? { approval: { ...approval, approved: true } } : {}
        return {
          state: 'output-available',
          input,
          output: pick(values),
          ...granted,
          ...(below(5) === 0 && { preliminary: true }),
        }
      }
    }
  }

  private provider(): { providerMetadata?: { anthropic: { signature: string } } | { openai: { itemId: string } } } {
    const which = this.random.below(6)
    if (which === 0) return { providerMetadata: { anthropic: { signature: 'c2lnbmVk' } } }
    return which === 1 ? { providerMetadata: { openai: { itemId: 'rs_1' } } } : {}
  }
}
