import type { Prompt } from './usePrompts.ts'

const perLine = 72

/** Returns about how high a text is, by its lines. */
const linesHeight = (text: string): number =>
  24 * text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), 0)

/** Returns about how high a prompt will be with its calls folded, so that the list does not jump when it is drawn. */
export function heightOf({ text, loop, answer, markers, number }: Prompt): number {
  const request = number === 0 ? 36 : 50 + linesHeight(text.slice(0, 2_000))
  const calls = loop.calls > 0 ? 48 : 0
  const answered = answer ? 48 + Math.min(linesHeight(textOf(answer.content)), 4_000) : 0
  return request + calls + answered + 60 * markers.length + 20
}

const textOf = (content: NonNullable<Prompt['answer']>['content']): string =>
  content.map((block) => (block.__typename === 'TextBlock' ? block.text : '')).join('\n\n')
