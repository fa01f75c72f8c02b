import { plainLine } from '../../parts/plain.ts'
import { promptRows } from '../prompts/promptRows.ts'
import { forksByRow } from '../prompts/rowPlaces.ts'
import type { PromptTreeRead, TreePrompt } from '../prompts/usePromptTree.ts'
import { answerWords, askedWords } from '../prompts/rowWords.ts'
import { boxesOf, type Boxes } from './boxes.ts'
import type { Drawn } from './drawBoxes.ts'

/** Returns the boxes of a tree with their words and colours; `opened`: the runs that are shown prompt by prompt. */
export function drawnOf(
  { prompts, headId, forks, colours, names }: PromptTreeRead,
  opened: ReadonlySet<string>,
): Omit<Boxes<TreePrompt, never>, 'boxes'> & { readonly boxes: readonly Drawn[] } {
  const all = prompts ?? []
  const forksAt = forksByRow(promptRows(all, headId, new Set(), true), forks)
  const result = boxesOf(all, headId, opened, forksAt)
  const boxes = result.boxes.map((box): Drawn => {
    const { prompt, last, fork, kind, isTrunk, isLast } = box
    const words = kind === 'FORK' ? (fork?.title ?? '') || 'Untitled' : askedWords(prompt)
    return {
      ...box,
      words: plainLine(words, 200),
      answer: plainLine(answerWords(prompt), 60),
      colour: isTrunk ? 0 : (colours.get(prompt.branch.id) ?? 0),
      isHere: kind !== 'FORK' && headId !== null && last.loop.last.id === headId,
      tag: isLast && !isTrunk && kind !== 'FORK' ? (names.get(prompt.branch.id) ?? null) : null,
      checkpoint: kind === 'PROMPT' ? checkpointOf(prompt) : null,
    }
  })
  return { ...result, boxes }
}

/** The name of a prompt's first checkpoint. */
function checkpointOf({ checkpoints }: TreePrompt): string | null {
  const details: unknown = checkpoints[0]?.details
  const name = typeof details === 'object' && details !== null && 'name' in details ? details.name : null
  return typeof name === 'string' ? name : null
}
