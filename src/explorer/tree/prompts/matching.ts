import { marksOf } from '../../conversation/turns/annotations.ts'
import type { PromptRow } from './promptRows.ts'
import type { TreePrompt } from './usePromptTree.ts'

/** Which rows are shown. */
export type RowsShown = 'PROMPTS' | 'FAILED' | 'NAMED' | 'ENTRIES'

export const rowsShown: readonly { readonly value: RowsShown; readonly name: string }[] = [
  { value: 'PROMPTS', name: 'Prompts' },
  { value: 'FAILED', name: 'Failed' },
  { value: 'NAMED', name: 'Starred and checkpoints' },
  { value: 'ENTRIES', name: 'All entries' },
]

/** Returns the rows that are chosen and have all words in them. */
export function matching(
  rows: readonly PromptRow<TreePrompt>[],
  displayText: RowsShown,
  find: string,
): readonly PromptRow<TreePrompt>[] {
  const words = find
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return rows.filter(({ prompt }) => {
    const isChosen =
      displayText === 'FAILED'
        ? prompt.loop.failures > 0
        : displayText === 'NAMED'
          ? prompt.checkpoints.length > 0 || Object.keys(marksOf(prompt.observation?.annotations)).length > 0
          : true
    const text = `${prompt.text}\n${prompt.answer?.text ?? ''}`.toLowerCase()
    return isChosen && words.every((word) => text.includes(word))
  })
}
