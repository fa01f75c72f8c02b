/** The keys of the page, and what each does; all of it has a control that can be seen. */
export const keys: readonly (readonly [string, string])[] = [
  ['/', 'search'],
  ['j, k', 'next, previous turn'],
  ['h, l', 'previous, next version of a turn'],
  ['t', 'open or close the tree'],
  ['[, ]', 'previous, next branch'],
  ['g h', 'go to the head'],
  ['u', 'undo the last move of the head'],
  ['f, r, e, c, d', 'at a turn: fork, rewind, new version, correct, delete'],
  ['o', 'fold or unfold all of the tree'],
  ['z', 'show the tree from the chosen row on, or the whole'],
  ['Esc', 'close what is open'],
  ['?', 'show these keys'],
]

const items: Readonly<Record<string, string>> = {
  f: 'Fork here',
  r: 'Rewind to here',
  e: 'New version',
  c: 'Correct',
  d: 'Delete',
}
const buttons: Readonly<Record<string, string>> = {
  u: '[data-key="u"]',
  t: '[data-key="t"]',
  '[': '[data-key="["]',
  ']': '[data-key="]"]',
  'g h': '[data-key="g h"]',
  o: '[data-key="o"]',
  z: '[data-key="z"]',
  '?': '[data-key="?"]',
}

/** Does what a key stands for, by the control that does it; says whether it did anything. */
export function pressKey(key: string): boolean {
  if (key === '/') return focus(document.querySelector<HTMLElement>('input[type="search"]'))
  if (key === 'j' || key === 'k') return focus(turnBeside(key === 'j' ? 1 : -1))
  const turn = document.activeElement?.closest<HTMLElement>('article') ?? null
  if (key === 'h' || key === 'l') {
    const name = key === 'h' ? 'Previous version' : 'Next version'
    return click(turn?.querySelector<HTMLElement>(`button[aria-label="${name}"]`) ?? null)
  }
  const item = items[key]
  if (item !== undefined && turn) {
    turn.dispatchEvent(new CustomEvent('turn-act', { detail: item }))
    return true
  }
  const button = buttons[key]
  return button !== undefined && click(document.querySelector<HTMLElement>(button))
}

function turnBeside(step: 1 | -1): HTMLElement | null {
  const turns = [...document.querySelectorAll<HTMLElement>('article')]
  const at = turns.findIndex((turn) => turn.contains(document.activeElement))
  if (at >= 0) return turns[at + step] ?? null
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
