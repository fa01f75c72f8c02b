import { useEffect } from 'react'
import { pressKey } from './keys.ts'

/** Lets the page be used by keys, wherever nothing is being written. */
export function useKeys(): void {
  useEffect(() => {
    let before = ''
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const { target } = event
      if (target instanceof HTMLElement && target.closest('input, textarea, select, [role="menu"], [role="dialog"]'))
        return
      // One key is pressed after another: `g h`.
      const key = before === 'g' ? `g ${event.key}` : event.key
      before = before === 'g' ? '' : event.key
      if (pressKey(key)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
