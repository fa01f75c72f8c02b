/** Opens the last prompt to be written anew, as its menu does; says whether there is one. */
export function editLastPrompt(): boolean {
  const last = [...document.querySelectorAll('article.turn.user')].at(-1)
  last?.dispatchEvent(new CustomEvent('turn-action', { detail: 'New version' }))
  return last !== undefined
}
