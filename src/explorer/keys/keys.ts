import { runKey } from './keyActions.ts'
import { own } from '../../runtime/own.ts'

/** The keys of the page, and what each does; all of it has a control that can be seen. */
export const keys: readonly (readonly [string, string])[] = [
  ['/', 'search'],
  ['Ctrl K', 'jump anywhere'],
  ['j, k', 'next, previous prompt'],
  ['J, K', 'next, previous turn'],
  ['h, l', 'previous, next version of a turn'],
  ['o, O', 'fold or unfold the tool calls of a prompt, of all prompts'],
  ['[, ]', 'previous, next branch'],
  ['t', 'open or close the tree'],
  ['g h, g g', 'go to the current end, to the beginning'],
  ['g a', 'show the activity'],
  ['u', 'undo the newest act of this tab, then the moves of the current end'],
  ['F2', 'rename the conversation'],
  ['i', 'write the next turn'],
  ['f, r, e, a, c, m', 'at a turn: fork, rewind, new version, answer again, fix a typo, star'],
  ['d, y', 'at a turn: delete, copy a link'],
  ['=', 'compare with another branch'],
  ['p', 'pin the conversation, or unpin it'],
  ['n, p, x', 'in a comparison: next, previous difference, swap the sides'],
  ['n', 'new conversation'],
  ['\\', 'fold the list to a rail'],
  ['z', 'show the tree from the chosen row on, or the whole'],
  ['Esc', 'close what is open'],
  ['?', 'show these keys'],
]

/** What a key does at a turn; of several the one that can be done there. */
const items: Readonly<Record<string, readonly string[]>> = {
  f: ['Fork here'],
  r: ['Rewind to here'],
  e: ['New version'],
  a: ['Answer again'],
  c: ['Fix a typo'],
  m: ['Star', 'Remove the star'],
  d: ['Delete'],
  y: ['Copy link'],
}

/** Does what a key stands for, by the control that does it; says whether it did anything. */
export function pressKey(key: string): boolean {
  const beside = besideOf(key)
  if (beside !== undefined) return focus(beside)
  const turn = document.activeElement?.closest<HTMLElement>('article') ?? null
  if (key === 'h' || key === 'l') {
    const name = key === 'h' ? 'Previous version' : 'Next version'
    return click(turn?.querySelector<HTMLElement>(`button[aria-label="${name}"]`) ?? null)
  }
  const item = own(items, key)
  if (item !== undefined && turn) {
    for (const name of item) turn.dispatchEvent(new CustomEvent('turn-action', { detail: name }))
    return true
  }
  if (key === 'o') return click(loopOf(turn))
  if (key === 'O') {
    const loops = [...document.querySelectorAll<HTMLElement>('button.loop')]
    const isAnyOpen = loops.some((each) => each.getAttribute('aria-expanded') === 'true')
    for (const each of loops) if ((each.getAttribute('aria-expanded') === 'true') === isAnyOpen) each.click()
    return loops.length > 0
  }
  return runKey(key)
}

/** Where a step leads to; undefined for another key. */
function besideOf(key: string): HTMLElement | null | undefined {
  if (key === 'j' || key === 'k') return beside('.turn.user', key === 'j' ? 1 : -1)
  return key === 'J' || key === 'K' ? beside('article', key === 'J' ? 1 : -1) : undefined
}

function loopOf(turn: HTMLElement | null): HTMLElement | null {
  return turn?.closest('.prompt')?.querySelector<HTMLElement>('button.loop') ?? null
}

function beside(selector: string, step: 1 | -1): HTMLElement | null {
  const turns = [...document.querySelectorAll<HTMLElement>(selector)]
  const focused = document.activeElement
  const at = turns.findIndex((turn) => turn.contains(focused))
  if (at >= 0) return turns[at + step] ?? null
  const inside = focused?.closest('.prompt')
  const near = turns.findIndex((turn) => inside?.contains(turn))
  if (near >= 0) return turns[step === 1 ? near + 1 : near] ?? null
  return (step === 1 ? turns[0] : turns.at(-1)) ?? null
}

function focus(element: HTMLElement | null): boolean {
  element?.focus()
  element?.scrollIntoView({ block: 'nearest' })
  return element !== null
}

function click(element: HTMLElement | null): boolean {
  element?.click()
  return element !== null
}
