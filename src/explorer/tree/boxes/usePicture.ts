import { useEffect, useRef, type PointerEvent, type RefObject } from 'react'
import { theme } from '../../shell/theme.ts'

/** Draws a picture again when its place, the theme or the system's look has another form; takes the wheel. */
export function usePicture(
  canvas: RefObject<HTMLCanvasElement | null>,
  onForm: () => void,
  onWheel: (by: number, x: number, y: number) => void,
): void {
  const latest = useRef({ onForm, onWheel })
  latest.current = { onForm, onWheel }
  useEffect(() => {
    const place = canvas.current
    if (!place) return undefined
    const draw = (): void => latest.current.onForm()
    const sizes = new ResizeObserver(draw)
    sizes.observe(place)
    const wheel = (event: WheelEvent): void => {
      event.preventDefault()
      latest.current.onWheel(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY)
    }
    // React's own is passive, and could not keep the page from scrolling.
    place.addEventListener('wheel', wheel, { passive: false })
    const look = matchMedia('(prefers-color-scheme: dark)')
    look.addEventListener('change', draw)
    const unfollow = theme.follow(draw)
    return () => {
      sizes.disconnect()
      place.removeEventListener('wheel', wheel)
      look.removeEventListener('change', draw)
      unfollow()
    }
  }, [canvas])
}

/** Returns handlers that distinguish a drag from a click, and the place of the pointer. */
export function usePointer(
  onDrag: (dx: number, dy: number) => void,
  onClick: (x: number, y: number) => void,
  onRest: (x: number, y: number) => void = () => undefined,
) {
  const from = useRef<{ x: number; y: number; moved: boolean } | null>(null)
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      from.current = { x: event.clientX, y: event.clientY, moved: false }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const begun = from.current
      if (!begun) {
        onRest(event.nativeEvent.offsetX, event.nativeEvent.offsetY)
        return
      }
      const [dx, dy] = [event.clientX - begun.x, event.clientY - begun.y]
      if (!begun.moved && Math.abs(dx) + Math.abs(dy) < 4) return
      from.current = { x: event.clientX, y: event.clientY, moved: true }
      onDrag(dx, dy)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (from.current?.moved === false) onClick(event.nativeEvent.offsetX, event.nativeEvent.offsetY)
      from.current = null
    },
  }
}
