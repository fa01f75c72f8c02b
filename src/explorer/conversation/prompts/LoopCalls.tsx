import { ChevronDown, ChevronRight } from 'lucide-react'
import { useCallback, useContext, useEffect, useState, type JSX } from 'react'
import { useClient } from 'urql'
import { Calls, Steps, type CallRowFragment, type StepsQuery } from '../../documents/generated.ts'
import { Loading } from '../../parts/Notice.tsx'
import { LandingContext, useOpened } from '../../search/landing.ts'
import { plainLine } from '../../parts/plain.ts'
import { Strip } from '../../parts/Strip.tsx'
import { counted, duration } from '../../parts/text.ts'
import { CallList } from './CallList.tsx'

/** Up to so many calls stand one by one; more of them in steps. */
const mostAtOnce = 12

interface Props {
  readonly conversationId: string
  readonly id: string
  /** Where the row ends that is read: on another branch the same prompt set off something else. */
  readonly end: string
  readonly calls: number
}

/** Returns the calls of a prompt: few of them one by one, many in steps that are named by what was said. */
export default function LoopCalls(props: Props): JSX.Element {
  return props.calls <= mostAtOnce ? <Few {...props} /> : <Many {...props} />
}

type Step = NonNullable<StepsQuery['prompt']>['steps']['nodes'][number]

interface Pages<T> {
  readonly items: readonly T[]
  readonly after: string | null
  readonly isDone: boolean
  readonly fault: string | null
}

interface Part<T> {
  readonly nodes: readonly T[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null | undefined }
}

/** Returns a list page by page, each asked for when it is wanted. */
function usePages<T>(
  read: (after: string | null) => Promise<Part<T> | string>,
): readonly [Pages<T> | null, () => void] {
  const [pages, setPages] = useState<Pages<T> | null>(null)
  const load = useCallback(
    async (after: string | null, before: readonly T[]) => {
      const part = await read(after)
      if (typeof part === 'string') {
        setPages({ items: before, after, isDone: false, fault: part })
        return
      }
      const { hasNextPage, endCursor } = part.pageInfo
      setPages({ items: [...before, ...part.nodes], after: endCursor ?? null, isDone: !hasNextPage, fault: null })
    },
    [read],
  )
  useEffect(() => void load(null, []), [load])
  return [pages, () => void load(pages?.after ?? null, pages?.items ?? [])]
}

function Few({ conversationId, id, end, calls }: Props): JSX.Element {
  const client = useClient()
  const read = useCallback(
    async (after: string | null) => {
      const variables = { conversationId, id, at: { observationId: end }, after }
      const { data, error } = await client.query(Calls, variables, { requestPolicy: 'network-only' }).toPromise()
      return data?.prompt?.loop.list ?? error?.message ?? 'No answer.'
    },
    // Another count of calls is another list.
    [client, conversationId, id, end, calls],
  )
  const [pages, more] = usePages<CallRowFragment>(read)
  if (!pages) return <Loading rows={Math.min(calls, 4)} />
  return (
    <>
      <CallList calls={pages.items} />
      <More pages={pages} onMore={more} left={calls - pages.items.length} word="call" />
    </>
  )
}

function Many({ conversationId, id, end, calls }: Props): JSX.Element {
  const client = useClient()
  const read = useCallback(
    async (after: string | null) => {
      const variables = { conversationId, id, at: { observationId: end }, after }
      const { data, error } = await client.query(Steps, variables, { requestPolicy: 'network-only' }).toPromise()
      return data?.prompt?.steps ?? error?.message ?? 'No answer.'
    },
    [client, conversationId, id, end, calls],
  )
  const [pages, more] = usePages<Step>(read)
  if (!pages) return <Loading rows={4} />
  let before = 0
  const steps = pages.items.map((step, at) => {
    const from = before + 1
    before += step.loop.calls
    const isLast = pages.isDone && at === pages.items.length - 1
    return <StepRow key={step.id} step={step} from={from} isOpenFirst={step.loop.failures > 0 || isLast} />
  })
  return (
    <>
      {steps}
      <More pages={pages} onMore={more} left={calls - before} word="call" />
    </>
  )
}

function More({
  pages,
  left,
  word,
  onMore,
}: {
  readonly pages: Pages<unknown>
  readonly left: number
  readonly word: string
  readonly onMore: () => void
}): JSX.Element | null {
  if (pages.isDone && pages.fault === null) return null
  return (
    <button type="button" className="call morerow" onClick={onMore}>
      {pages.fault === null ? `Show ${counted(Math.max(left, 1), `more ${word}`)}` : `${pages.fault} Try again`}
    </button>
  )
}

interface StepProps {
  readonly step: Step
  /** The number of its first call. */
  readonly from: number
  readonly isOpenFirst: boolean
}

function StepRow({ step, from, isOpenFirst }: StepProps): JSX.Element {
  const landing = useContext(LandingContext)
  const { said: text, loop } = step
  const isFound =
    landing !== null &&
    loop.list.nodes.some(
      ({ callId, call, result }) => callId === landing.call || call.id === landing.hit || result?.id === landing.hit,
    )
  const [isOpen, setOpen] = useOpened(isOpenFirst, isFound)
  const [only] = loop.list.nodes
  if (loop.calls === 1 && only && loop.list.nodes.length === 1) return <CallList calls={[only]} isStep />
  const time = loop.activeMs
  return (
    <div className="step">
      <button type="button" className="steph" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? <ChevronDown className="i s" /> : <ChevronRight className="i s" />}
        <span className="grow cut" dir="auto">
          {text === '' ? `Calls ${from}–${from + loop.calls - 1}` : plainLine(text)}
        </span>
        <Strip strip={loop.strip} />
        <span className="cnt n">
          {counted(loop.calls, 'call')}
          {loop.failures > 0 && (
            <>
              {' · '}
              <span className="bad">{loop.failures} failed</span>
            </>
          )}
        </span>
        {time > 0 && <span className="stept n">{duration(time)}</span>}
      </button>
      {isOpen && (
        <div className="callset">
          <CallList calls={loop.list.nodes} isNamed={text !== ''} />
          {loop.list.pageInfo.hasNextPage && (
            <p className="call soft">{loop.calls - loop.list.nodes.length} more calls are under “All entries”.</p>
          )}
        </div>
      )}
    </div>
  )
}
