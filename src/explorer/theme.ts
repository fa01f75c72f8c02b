import { watched } from './watched.ts'

export type Theme = 'auto' | 'light' | 'dark'
const place = 'turngraph.theme'
const order: readonly Theme[] = ['auto', 'light', 'dark']

/** How the page looks; `auto` follows the system. */
export const theme = watched<Theme>(order.find((each) => each === localStorage.getItem(place)) ?? 'auto')

/** Shows the page in its theme from now on. */
export function followTheme(): void {
  const show = (): void => {
    const chosen = theme.get()
    if (chosen === 'auto') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = chosen
    localStorage.setItem(place, chosen)
  }
  theme.follow(show)
  show()
}

/** Goes on to the next theme. */
export function nextTheme(): void {
  theme.set(order[(order.indexOf(theme.get()) + 1) % order.length] ?? 'auto')
}
