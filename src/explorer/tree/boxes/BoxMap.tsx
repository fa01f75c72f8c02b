import { useEffect, useMemo, useRef, useState, type JSX } from 'react'
import { useLocation } from 'wouter'
import { useAction } from '../../actions/useAction.ts'
import { paths } from '../../urls/urls.ts'
import type { PromptTreeRead, TreePrompt } from '../prompts/usePromptTree.ts'
import { drawBoxes, type Drawn, type Paints } from './drawBoxes.ts'
import { drawnOf } from './drawn.ts'
import { drawMini, fromMini } from './mini.ts'
import { beginning, boxAt, cardAt, isNearCard } from './places.ts'
import { paintsOf } from './paints.ts'
import { PeekCard } from './PeekCard.tsx'
import { ZoomTools } from './ZoomTools.tsx'
import { usePicture, usePointer } from './usePicture.ts'
import { moved, nearer, wholeOf, type View } from './view.ts'

interface Props {
  readonly id: string
  readonly tree: PromptTreeRead
  readonly onShow: (prompt: TreePrompt, isTrunk: boolean) => void
}

/** Returns a tree of prompts in one picture, a box each with its words; the rows say the same to who cannot see it. */
export default function BoxMap({ id, tree, onShow }: Props): JSX.Element {
  const { prompts, headId, names, relatives, more, loadMore } = tree
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [peeked, setPeeked] = useState<number | null>(null)
  const [percent, setPercent] = useState(100)
  const [, navigate] = useLocation()
  const action = useAction()
  const canvas = useRef<HTMLCanvasElement>(null)
  const mini = useRef<HTMLCanvasElement>(null)
  const view = useRef<View | null>(null)
  const paints = useRef<Paints | null>(null)
  const waiting = useRef(0)
  const isTouched = useRef(false)
  useEffect(() => {
    if (more) loadMore()
  }, [more, loadMore, prompts?.length])
  const { boxes, columns, rows } = useMemo(() => drawnOf(tree, opened), [tree, opened])
  const draw = (): void => {
    cancelAnimationFrame(waiting.current)
    waiting.current = requestAnimationFrame(() => {
      if (!canvas.current || !view.current) return
      paints.current ??= paintsOf(canvas.current.parentElement ?? canvas.current)
      drawBoxes(canvas.current, boxes, view.current, paints.current)
      if (mini.current) drawMini(mini.current, boxes, { columns, rows }, view.current, canvas.current, paints.current)
      setPercent(Math.round(view.current.scale * 100))
    })
  }
  const fit = (): void => {
    const { clientWidth = 1, clientHeight = 1 } = canvas.current ?? {}
    view.current = beginning(
      boxes,
      wholeOf(columns, rows, clientWidth, clientHeight),
      clientWidth,
      clientHeight,
      isTouched.current,
    )
    draw()
  }
  const change = (next: View | null): void => {
    isTouched.current = true
    view.current = next
    setPeeked(null)
    draw()
  }
  const zoom = (by: number, x: number, y: number): void => change(view.current && nearer(view.current, by, x, y))
  usePicture(
    canvas,
    () => {
      paints.current = null
      if (isTouched.current) draw()
      else fit()
    },
    zoom,
  )
  useEffect(() => {
    if (isTouched.current) draw()
    else fit()
    // The words are drawn in the page's own letters, once they are there.
    void document.fonts.ready.then(draw)
    return () => cancelAnimationFrame(waiting.current)
  }, [boxes])
  const under = (x: number, y: number): number => (view.current ? boxAt(boxes, view.current, x, y) : -1)
  const show = ({ prompt, isTrunk, kind, fork }: Drawn): void => {
    if (kind === 'RUN') setOpened(new Set([...opened, prompt.id]))
    else if (fork) navigate(paths.conversation(fork.id))
    else onShow(prompt as TreePrompt, isTrunk)
  }
  const pointer = usePointer(
    (dx, dy) => change(view.current && moved(view.current, dx, dy)),
    (x, y) => {
      const box = boxes[under(x, y)]
      if (box) show(box)
    },
    (x, y) => {
      const at = under(x, y)
      if (at >= 0 && boxes[at]?.kind === 'PROMPT') setPeeked(at)
      else if (!isNearCard(canvas.current, view.current, peeked === null ? undefined : boxes[peeked], x, y))
        setPeeked(null)
    },
  )
  const half = (side: 'clientWidth' | 'clientHeight'): number => (canvas.current?.[side] ?? 0) / 2
  const box = peeked === null ? undefined : boxes[peeked]
  const compared = box && headId !== null && box.prompt.loop.last.id !== headId ? box.prompt.loop.last.id : null
  return (
    <div className="map boxmap" data-boxes={boxes.length} onPointerLeave={() => setPeeked(null)}>
      <canvas ref={canvas} aria-hidden="true" {...pointer} />
      {box && view.current && (
        <PeekCard
          prompt={box.prompt as TreePrompt}
          branch={names.get(box.prompt.branch.id) ?? null}
          colour={box.colour}
          style={cardAt(canvas.current, view.current, box)}
          onOpen={() => show(box)}
          onCompare={compared === null ? null : () => navigate(paths.compare(compared, headId ?? id))}
          onFork={() =>
            void action({
              kind: 'fork',
              conversationId: relatives.get(box.prompt.id)?.id ?? id,
              at: { observationId: box.prompt.loop.last.id },
            })
          }
        />
      )}
      <canvas
        ref={mini}
        className="mini"
        aria-hidden="true"
        onPointerDown={({ nativeEvent: { offsetX, offsetY } }) => {
          if (!mini.current || !canvas.current || !view.current) return
          change(fromMini(mini.current, { columns, rows }, view.current, canvas.current, offsetX, offsetY))
        }}
      />
      <ZoomTools
        percent={percent}
        onZoom={(by) => zoom(by, half('clientWidth'), half('clientHeight'))}
        onWhole={() => {
          isTouched.current = true
          fit()
        }}
      />
    </div>
  )
}
