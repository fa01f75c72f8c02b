import { diffArrays } from 'diff'
import { useEffect, useRef, type JSX } from 'react'
import { Prose } from '../conversation/blocks/Prose.tsx'
import { Words } from './Words.tsx'

interface Props {
  readonly base: string
  readonly target: string
  readonly side: 'base' | 'target'
}

/** So much of a text is drawn and compared. */
const most = 8_000
/** More words than these are not compared one by one. */
const mostWords = 4_000
const hasMarkup = /[*_`#|>[\]~]|^\s*(?:[-+]|\d+[.)])\s/m

/** Returns one side of a comparison as its author meant it, with the words marked that the other side has not. */
export function Marked({ base, target, side }: Props): JSX.Element {
  const [own, other] = side === 'base' ? [base, target] : [target, base]
  if (!hasMarkup.test(own) || !('highlights' in CSS)) return <Words {...{ base, target, side }} />
  return <MarkedProse text={own.slice(0, most)} other={other.slice(0, most)} side={side} />
}

/** Markdown is drawn first; then its words are marked where they stand. */
function MarkedProse({ text, other, side }: { text: string; other: string; side: Props['side'] }): JSX.Element {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = place.current
    if (!box) return undefined
    const name = side === 'base' ? 'only-left' : 'only-right'
    const marks = CSS.highlights.get(name) ?? new Highlight()
    CSS.highlights.set(name, marks)
    let ranges: readonly Range[] = []
    const clear = (): void => {
      for (const range of ranges) marks.delete(range)
    }
    const mark = (): void => {
      clear()
      ranges = rangesOf(box, other)
      for (const range of ranges) marks.add(range)
    }
    // It is drawn plain until what draws Markdown is loaded.
    const changes = new MutationObserver(mark)
    changes.observe(box, { childList: true, subtree: true })
    mark()
    return () => {
      changes.disconnect()
      clear()
    }
  }, [text, other, side])
  return (
    <div ref={place}>
      <Prose text={text} />
    </div>
  )
}

/** The words of a drawn text that another one has not, as ranges. */
function rangesOf(box: HTMLElement, other: string): readonly Range[] {
  const words: { readonly word: string; readonly range: Range }[] = []
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node && words.length < mostWords; node = texts.nextNode()) {
    if (node.parentElement?.closest('header, button')) continue
    for (const { index, 0: word } of (node.nodeValue ?? '').matchAll(/\S+/g)) {
      const range = new Range()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      words.push({ word: bare(word), range })
    }
  }
  const before = other
    .split(/\s+/)
    .map(bare)
    .filter((word) => word !== '')
  const own = words.filter(({ word }) => word !== '')
  let at = 0
  return diffArrays(
    before.slice(0, mostWords),
    own.map(({ word }) => word),
  ).flatMap(({ added, removed, value }) => {
    if (removed) return []
    const part = own.slice(at, at + value.length)
    at += value.length
    return added ? part.map(({ range }) => range) : []
  })
}

/** A word without the signs that Markdown puts around it. */
const bare = (word: string): string => word.replace(/[*_`#|>[\]~]/g, '')
