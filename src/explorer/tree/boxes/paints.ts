import type { Paints } from './drawBoxes.ts'

/** Returns the theme's colours as a canvas takes them. */
export function paintsOf(place: HTMLElement): Paints {
  const probe = document.createElement('i')
  place.append(probe)
  const colour = (name: string): string => {
    probe.style.color = `var(--${name})`
    return getComputedStyle(probe).color
  }
  const paints = {
    branches: Array.from({ length: 8 }, (_, at) => colour(`b${at}`)),
    raise: colour('raise'),
    edge: colour('line-2'),
    far: colour('line-3'),
    ink: colour('ink'),
    soft: colour('ink-3'),
    bad: colour('bad'),
    badEdge: colour('bad-line'),
    accent: colour('accent'),
    good: colour('good'),
    goodSoft: colour('good-soft'),
    font: getComputedStyle(place).fontFamily,
  }
  probe.remove()
  return paints
}
