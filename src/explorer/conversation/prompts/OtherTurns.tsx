import { ChevronDown, ChevronRight } from 'lucide-react'
import { useContext, type JSX } from 'react'
import { useQuery } from 'urql'
import { Transcript } from '../../documents/generated.ts'
import { Loading } from '../../parts/Notice.tsx'
import { LandingContext, useOpened } from '../../search/landing.ts'
import { counted } from '../../parts/text.ts'
import { keyOf } from '../entries/entry.ts'
import { Turn } from '../entries/Turn.tsx'
import type { Around } from '../turns/TurnFrame.tsx'
import type { Prompt } from './usePrompts.ts'

interface Props {
  readonly around: Around
  readonly prompt: Prompt
}

const noPairs = { results: new Map(), names: new Map() } as const
/** As many as the API gives at once. */
const most = 100

/** Returns what was said in a prompt's row beside its calls and its answer, folded: nothing is lost. Null where there is nothing. */
export function OtherTurns({ around, prompt }: Props): JSX.Element | null {
  const landing = useContext(LandingContext)
  const isSaid = landing !== null && [prompt.id, prompt.answer?.observation.id].includes(landing.hit)
  const [isOpen, setOpen] = useOpened(false, landing?.prompt === prompt.id && !isSaid)
  const others = otherTurns(prompt)
  if (others === 0) return null
  return (
    <div className="turn tight">
      <span className="who dot" aria-hidden="true" />
      <button type="button" className="loop others" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? <ChevronDown className="i" /> : <ChevronRight className="i" />}
        <span>
          {prompt.observation
            ? `${counted(others, 'more turn')} without a call`
            : `${counted(others, 'entry', 'entries')} before the first prompt`}
        </span>
      </button>
      {isOpen && <Others around={around} prompt={prompt} />}
    </div>
  )
}

/** How many turns have neither a call nor a result, and are neither the prompt nor its answer. */
export function otherTurns({ loop, observation, answer }: Prompt): number {
  // Each call is a part of one turn, each result is one; of several calls in one turn some are counted too often.
  if (loop.calls > 0) return 0
  const own = loop.turns - (observation ? 1 : 0) - (answer ? 1 : 0)
  // What a system said counts among the notes.
  return Math.max(0, observation ? own : own + loop.notes)
}

function Others({ around, prompt: { loop, observation, answer } }: Props): JSX.Element {
  const last = Math.min(most, loop.turns + loop.notes)
  const variables = {
    ...{ id: around.conversationId, at: { observationId: loop.last.id }, asOf: null, last, before: null },
    ...({ view: 'RAW', values: 'CURRENT' } as const),
  }
  const [{ data, error }] = useQuery({ query: Transcript, variables, requestPolicy: 'network-only' })
  if (error) return <p className="fault">{error.message}</p>
  if (!data?.conversation) return <Loading />
  const all = data.conversation.transcript.edges.map(({ node }) => node)
  const from = all.findIndex((entry) => entry.observation.id === observation?.id)
  const entries = all
    .slice(from + 1)
    .filter((entry) => entry.role != null && entry.observation.id !== answer?.observation.id)
  return (
    <div className="inner">
      {entries.map((entry) => (
        <Turn key={keyOf(entry)} around={around} entry={entry} pairs={noPairs} total={0} />
      ))}
    </div>
  )
}
