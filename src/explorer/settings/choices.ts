import { kept } from '../parts/kept.ts'

/** How large what was said is written, in pixels. */
export const textSize = kept<'15' | '16' | '17'>('size', ['15', '16', '17'])

/** What Enter does where the next turn is written; the other key makes a new line. */
export const enterKey = kept<'line' | 'send'>('enter', ['line', 'send'])

/** Whether what an agent thought is shown without a click. */
export const thinkingShown = kept<'no' | 'yes'>('thinking', ['no', 'yes'])

/** Writes what was said in its chosen size from now on. */
export function followTextSize(): void {
  const show = (): void => {
    document.documentElement.dataset['size'] = textSize.get()
  }
  textSize.follow(show)
  show()
}
