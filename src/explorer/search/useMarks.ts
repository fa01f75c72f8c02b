import { useEffect, type RefObject } from 'react'
import { wordsIn } from './groups.ts'
import type { Landing } from './landing.ts'

/** The name by which the style sheet knows what is marked. */
const name = 'found'
/** More places than these are not marked. */
const most = 500

/** Marks the words of a search in what is shown, until Escape or the next address, and brings the first of them into sight. */
export function useMarks(place: RefObject<HTMLElement | null>, landing: Landing | null): void {
  useEffect(() => {
    const box = place.current
    // What has no such marks still opens the place.
    if (!box || landing === null || !('highlights' in CSS)) return undefined
    const words = wordsIn(landing.words).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    if (words.length === 0) return undefined
    const targets = new RegExp(words.join('|'), 'giu')
    let isSeen = false
    let waiting = 0
    const mark = (): void => {
      const ranges = rangesOf(box, targets)
      CSS.highlights.set(name, new Highlight(...ranges))
      if (isSeen) return
      const row = box.querySelector(`[data-prompt="${CSS.escape(landing.prompt)}"]`)
      const inside = landing.call === null ? row : row?.querySelector('[data-found]')
      const first = inside && ranges.find((range) => inside.contains(range.startContainer))
      if (!first) return
      isSeen = true
      first.startContainer.parentElement?.scrollIntoView({ block: 'center' })
    }
    const soon = (): void => {
      cancelAnimationFrame(waiting)
      waiting = requestAnimationFrame(mark)
    }
    const changes = new MutationObserver(soon)
    const stop = (): void => {
      changes.disconnect()
      cancelAnimationFrame(waiting)
      CSS.highlights.delete(name)
    }
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') stop()
    }
    changes.observe(box, { childList: true, subtree: true, characterData: true })
    document.addEventListener('keydown', onKey)
    soon()
    return () => {
      stop()
      document.removeEventListener('keydown', onKey)
    }
  }, [place, landing])
}

function rangesOf(box: HTMLElement, targets: RegExp): Range[] {
  const ranges: Range[] = []
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node && ranges.length < most; node = texts.nextNode()) {
    // What stands above the text was not found there.
    if (node.parentElement?.closest('header, form')) continue
    for (const { index, 0: match } of (node.nodeValue ?? '').matchAll(targets)) {
      const range = new Range()
      range.setStart(node, index)
      range.setEnd(node, index + match.length)
      ranges.push(range)
    }
  }
  return ranges
}
