import { useEffect, useRef, useState, type RefObject } from 'react'

/** Returns the width that an element has, in pixels, and what names it: charts are drawn one to one, so that their text keeps its size. */
export function useWidth(first: number): readonly [RefObject<HTMLDivElement | null>, number] {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(first)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [place, width]
}
