import { createTwoFilesPatch } from 'diff'

/** Lines that may differ before a difference is shown as one text after the other: the search grows with their square. */
const mostChanges = 4000

/** Returns the difference of two texts as a unified diff of their lines, without a header; "" where they are equal. */
export function textDiff(base: string, target: string): string {
  if (base === target) return ''
  const patch = createTwoFilesPatch('base', 'target', base, target, '', '', {
    context: 3,
    maxEditLength: mostChanges,
  })
  return patch === undefined ? whole(base, target) : patch.slice(patch.indexOf('@@'))
}

function whole(base: string, target: string): string {
  const lines = (text: string, sign: string) => text.split('\n').map((line) => `${sign}${line}\n`)
  return [...lines(base, '-'), ...lines(target, '+')].join('')
}
