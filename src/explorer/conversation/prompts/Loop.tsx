import { ChevronDown, ChevronRight } from 'lucide-react'
import { lazy, Suspense, useContext, type JSX } from 'react'
import { ErrorBoundary } from '../../parts/ErrorBoundary.tsx'
import { Loading } from '../../parts/Notice.tsx'
import { LandingContext, useOpened } from '../../search/landing.ts'
import { Strip } from '../../parts/Strip.tsx'
import { counted, duration } from '../../parts/text.ts'
import type { Prompt } from './usePrompts.ts'

const LoopCalls = lazy(() => import('./LoopCalls.tsx'))

interface Props {
  readonly conversationId: string
  readonly prompt: Prompt
  readonly isOpenFirst: boolean
}

/** Returns the calls that a prompt set off, in one row that opens. */
export function Loop({ conversationId, prompt, isOpenFirst }: Props): JSX.Element {
  const landing = useContext(LandingContext)
  const isSaid = landing !== null && [prompt.id, prompt.answer?.observation.id].includes(landing.hit)
  const [isOpen, setOpen] = useOpened(isOpenFirst, landing?.prompt === prompt.id && !isSaid)
  const { loop } = prompt
  const isRunning = loop.running != null
  const isBad = loop.failures * 2 > loop.calls || loop.strip.endsWith('x')
  return (
    <div className={`turn tight${isBad ? ' fail' : ''}`}>
      <span className={`who dot${isRunning ? ' beat' : ''}`} aria-hidden="true" />
      <div className={isOpen ? 'calls' : undefined}>
        <button type="button" className="loop" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? <ChevronDown className="i" /> : <ChevronRight className="i" />}
          <span className="sum">
            <Counts loop={loop} />
          </span>
          <Strip strip={loop.strip} />
          <span className="grow" />
          {!isOpen && <span className="names cut">{namesOf(loop.tools)}</span>}
        </button>
        {isOpen && (
          <ErrorBoundary instead={<p className="fault">The calls could not be drawn.</p>}>
            <Suspense fallback={<Loading rows={2} />}>
              <LoopCalls {...{ conversationId }} id={prompt.id} end={loop.last.id} calls={loop.calls} />
            </Suspense>
          </ErrorBoundary>
        )}
      </div>
    </div>
  )
}

/** What took less, in milliseconds, is not worth a figure. */
const leastTime = 50

/** Returns what calls come to in words: `14 tool calls · 2 failed · 4 min`. */
export function Counts({
  loop,
}: {
  readonly loop: {
    readonly calls: number
    readonly failures: number
    readonly declined: number
    readonly activeMs: number
    readonly startedAt: string
    readonly endedAt: string
  }
}): JSX.Element {
  const whole = Date.parse(loop.endedAt) - Date.parse(loop.startedAt)
  const active = loop.activeMs
  return (
    <>
      <b className="n">{counted(loop.calls, 'tool call')}</b>
      {loop.failures > 0 && (
        <>
          {' · '}
          <span className="bad n">{loop.failures} failed</span>
        </>
      )}
      {loop.declined > 0 && <span className="n"> · {loop.declined} declined</span>}
      {whole >= leastTime && <span className="n"> · {timeOf(whole, active)}</span>}
    </>
  )
}

/** Of a time with long pauses, how long it was without them. */
function timeOf(whole: number, active: number): string {
  if (active <= 0 || active > whole * 0.9) return duration(whole)
  return `${duration(whole)}, ${duration(active)} active`
}

const namesOf = (tools: Prompt['loop']['tools']): string =>
  tools
    .slice(0, 3)
    .map(({ name, calls }) => `${name} ${calls}`)
    .join(' · ')
