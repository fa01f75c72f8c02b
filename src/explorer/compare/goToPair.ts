/** Goes to the next difference, or to the one before: from the one that has the focus, else from what is in sight. */
export function goToPair(step: 1 | -1): void {
  const pairs = [...document.querySelectorAll<HTMLElement>('.cmp .pair:not(.slim)')]
  const focused = pairs.findIndex((pair) => pair.contains(document.activeElement))
  const inSight = pairs.findIndex((pair) => pair.getBoundingClientRect().bottom > 0)
  const next = focused >= 0 ? focused + step : step === 1 ? inSight : inSight - 1
  const pair = pairs[next]
  pair?.focus({ preventScroll: true })
  pair?.scrollIntoView({ block: 'start' })
}
