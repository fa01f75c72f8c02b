import { idInPath } from '../../runtime/idInPath.ts'
import { useEffect, useMemo, useRef, useState, type JSX, type PointerEvent } from 'react'
import { ask } from '../data/key.ts'
import { root } from '../urls/urls.ts'
import { theme } from '../shell/theme.ts'
import { drawMap } from './drawMap.ts'
import { lanesOf } from './lanes.ts'
import { sceneOf, stretchAt, wholeView, type Mark, type Scene, type PaintedView } from './paint.ts'
import type { NodePlace, Sign } from './places.ts'
import { fromColumns, linesOf, type Stretch, type Tree } from './stretches.ts'
import { panned, zoomed } from './view.ts'

interface Props {
  readonly id: string
  /** Grows when the conversation changes. */
  readonly changes: number
  /** What the rows know of the tree, and where in it what has a name lies. */
  readonly tree: Tree
  readonly places: readonly NodePlace[]
  readonly onShow: (observationId: string) => Promise<void>
}

/** Returns all of a tree in one picture, which the rows below say in words: it can be dragged, zoomed and clicked. */
export default function TreeMap({ id, changes, tree: listed, places, onShow }: Props): JSX.Element {
  const tree = useWholeTree(id, changes)
  const lanes = useMemo(() => (tree ? lanesOf(tree, linesOf(tree)) : null), [tree])
  const scene = useMemo(
    () => (tree && lanes ? sceneOf(tree, lanes, marksIn(tree, listed, places)) : null),
    [tree, lanes, listed, places],
  )
  const isFitted = useRef(false)
  const canvas = useRef<HTMLCanvasElement>(null)
  const view = useRef<PaintedView | null>(null)
  const waiting = useRef(0)
  const draw = (): void => {
    cancelAnimationFrame(waiting.current)
    waiting.current = requestAnimationFrame(() => {
      if (canvas.current && scene && view.current) drawMap(canvas.current, scene, view.current)
    })
  }
  const fit = (): void => {
    const { clientWidth = 1, clientHeight = 1 } = canvas.current ?? {}
    if (scene) view.current = wholeView(scene, clientWidth, clientHeight)
    draw()
  }
  const zoom = (by: number, x: number, y: number): void => {
    if (view.current) view.current = zoomed(view.current, by, x, y)
    draw()
  }
  useEffect(() => {
    const place = canvas.current
    if (!place || !scene) return
    if (isFitted.current) draw()
    else fit()
    isFitted.current = true
    const sizes = new ResizeObserver(draw)
    sizes.observe(place)
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY)
    }
    // React's own is passive, and could not keep the page from scrolling.
    place.addEventListener('wheel', onWheel, { passive: false })
    const look = matchMedia('(prefers-color-scheme: dark)')
    look.addEventListener('change', draw)
    const unfollow = theme.follow(draw)
    return () => {
      sizes.disconnect()
      place.removeEventListener('wheel', onWheel)
      look.removeEventListener('change', draw)
      unfollow()
      cancelAnimationFrame(waiting.current)
    }
  }, [scene])
  const pointer = usePointer(
    (dx, dy) => {
      if (view.current) view.current = panned(view.current, dx, dy)
      draw()
    },
    (x, y) => {
      const result = scene && stretchUnder(scene, view.current, canvas.current, x, y)
      if (result) void onShow(result.first)
    },
  )
  const half = (side: 'clientWidth' | 'clientHeight'): number => (canvas.current?.[side] ?? 0) / 2
  return (
    <div className="map" data-stretches={tree?.length}>
      <canvas ref={canvas} aria-hidden="true" {...pointer} />
      <span className="map-signs">{scene && signsIn(scene)}</span>
      <span className="zoom">
        <button type="button" className="btn sm" onClick={fit}>
          Whole tree
        </button>
        <button
          type="button"
          className="btn ic sm"
          aria-label="Zoom in"
          onClick={() => zoom(1.5, half('clientWidth'), half('clientHeight'))}
        >
          +
        </button>
        <button
          type="button"
          className="btn ic sm"
          aria-label="Zoom out"
          onClick={() => zoom(1 / 1.5, half('clientWidth'), half('clientHeight'))}
        >
          −
        </button>
      </span>
    </div>
  )
}

const words: Readonly<Record<Sign, string>> = {
  HEAD: '◆ current end',
  CHECKPOINT: '⚑ checkpoint',
  FORK: '○ fork',
  MARKER: '■ summary or left out',
  MERGE: '▶ merge',
  REWOUND: '◁ rewound',
  NOTE: '▾ star or label',
}

/** Says what the signs in a picture mean, those of them that are in it. */
function signsIn({ marks, tree }: Scene): string {
  const there = new Set(marks.flatMap(({ signs }) => signs))
  const results = (Object.keys(words) as Sign[]).filter((sign) => there.has(sign)).map((sign) => words[sign])
  if (tree.some(({ parting }) => parting === 'VERSION')) results.push('green: a version begins')
  return results.join(' · ')
}

/** Both trees have the same order, and may be of different times. */
function marksIn(tree: Tree, listed: Tree, places: readonly NodePlace[]): readonly Mark[] {
  return places.flatMap(({ stretch, offset, signs }) => {
    const isSame = tree[stretch]?.first === listed[stretch]?.first && offset < (tree[stretch]?.length ?? 0)
    return isSame ? [{ stretch, offset, signs }] : []
  })
}

function stretchUnder(
  scene: Scene,
  view: PaintedView | null,
  place: HTMLElement | null,
  x: number,
  y: number,
): Stretch | null {
  if (!view || !place) return null
  return scene.tree[stretchAt(scene, view, place.clientWidth, x, y)] ?? null
}

/** The whole tree, in few bytes. */
function useWholeTree(id: string, changes: number): Tree | null {
  const [tree, setTree] = useState<Tree | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const url = new URL(`tree/${idInPath(id)}`, root)
    void ask(url, { signal: stop.signal })
      .then(async (answer) => (answer.ok ? answer.text() : ''))
      .then((text) => setTree(text.split('\n').flatMap((line) => (line === '' ? [] : fromColumns(line)))))
      .catch(() => undefined)
    return () => stop.abort()
  }, [id, changes])
  return tree
}

/** Returns handlers that distinguish a drag from a click. */
function usePointer(onDrag: (dx: number, dy: number) => void, onClick: (x: number, y: number) => void) {
  const from = useRef<{ x: number; y: number; moved: boolean } | null>(null)
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      from.current = { x: event.clientX, y: event.clientY, moved: false }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const begun = from.current
      if (!begun) return
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
