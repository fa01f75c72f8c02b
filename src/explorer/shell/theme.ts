import { kept } from '../parts/kept.ts'

export type Theme = 'auto' | 'light' | 'dark'
const order = ['auto', 'light', 'dark'] as const

/** How the page looks; `auto` follows the system. */
export const theme = kept<Theme>('theme', order)

/** Shows the page in its theme from now on. */
export function followTheme(): void {
  const show = (): void => {
    const chosen = theme.get()
    if (chosen === 'auto') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = chosen
  }
  theme.follow(show)
  show()
}

/** Goes on to the next theme. */
export function nextTheme(): void {
  theme.set(order[(order.indexOf(theme.get()) + 1) % order.length] ?? 'auto')
}
