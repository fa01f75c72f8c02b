import { Bot, Check, CircleDashed, Loader, X, type LucideIcon } from 'lucide-react'
import { useState, type JSX } from 'react'
import { Link } from 'wouter'
import type { CallRowFragment } from '../../documents/generated.ts'
import { plainLine } from '../../parts/plain.ts'
import { counted, duration } from '../../parts/text.ts'
import { useIsFound, useOpened } from '../../search/landing.ts'
import { paths } from '../../urls/urls.ts'
import { CallDetails } from './CallDetails.tsx'

type Call = CallRowFragment

/** Returns calls in their order, what was said between them above each. */
export function CallList({
  calls,
  isStep = false,
  isNamed = false,
}: {
  readonly calls: readonly Call[]
  readonly isStep?: boolean
  /** Whether what was said before the first one stands above them already. */
  readonly isNamed?: boolean
}): JSX.Element {
  return (
    <ul className={isStep ? 'calllist step' : 'calllist'} aria-label="Tool calls">
      {calls.map((call, at) => (
        <li key={`${call.call.id} ${call.callId}`}>
          {(at > 0 || !isNamed) && call.said != null && call.said !== '' && (
            <p className="remark" dir="auto">
              {call.said}
            </p>
          )}
          {call.sidechain ? <SubAgent call={call} sidechain={call.sidechain} /> : <Row call={call} />}
        </li>
      ))}
    </ul>
  )
}

const icons: Readonly<Record<Call['state'], LucideIcon>> = {
  DONE: Check,
  FAILED: X,
  DECLINED: X,
  UNANSWERED: CircleDashed,
  RUNNING: Loader,
}
const words: Readonly<Record<Call['state'], string>> = {
  DONE: '',
  FAILED: 'failed',
  DECLINED: 'declined',
  UNANSWERED: 'no result',
  RUNNING: 'running',
}

/** What took less is not worth a figure. */
const leastShown = 50

function Row({ call }: { readonly call: Call }): JSX.Element {
  const isFailed = call.state === 'FAILED'
  const isFound = useIsFound(call)
  const [isOpen, setOpen] = useOpened(isFailed, isFound)
  const Icon = icons[call.state]
  return (
    <>
      <button type="button" className="call" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon className={isFailed ? 'i s bad' : 'i s'} />
        <b dir="auto">{call.name}</b>{' '}
        <span className="arg cut grow" dir="auto">
          {call.summary}
        </span>
        <Outcome call={call} />
        {call.durationMs != null && call.durationMs >= leastShown && (
          <span className="took n">{duration(call.durationMs)}</span>
        )}
      </button>
      {isOpen && (
        <div {...(isFound && { 'data-found': '' })}>
          <CallDetails call={call} isWhole={isFound} />
        </div>
      )}
    </>
  )
}

function Outcome({ call: { state, exitCode, call, result } }: { readonly call: Call }): JSX.Element | null {
  if (call.erased || result?.erased === true) return <span className="chip">erased</span>
  if (state === 'DONE') return null
  if (state === 'DECLINED') return <span className="chip">declined by the user</span>
  const isFailed = state === 'FAILED'
  return (
    <span className={isFailed ? 'chip bad' : 'chip'}>
      {words[state]}
      {exitCode != null && exitCode !== 0 && `, exit ${exitCode}`}
    </span>
  )
}

/** A sub-agent where it was started: what it is called, what it came to, and the way to it. */
function SubAgent({
  call,
  sidechain: { id, title, preview, treeShape },
}: {
  readonly call: Call
  readonly sidechain: NonNullable<Call['sidechain']>
}): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className="agent">
        <span className="ico" aria-hidden="true">
          {call.state === 'RUNNING' ? <span className="run" /> : <Bot className="i" />}
        </span>
        <span className="grow">
          <span className="cut agent-title">
            <b dir="auto">{title || call.summary || 'Untitled'}</b>{' '}
            <span className="soft">{call.name} · sub-agent</span>
          </span>
          <span className="cut soft agent-last" dir="auto">
            {plainLine(preview)}
          </span>
        </span>
        <span className="soft n">
          {counted(treeShape.toolCalls, 'call')}
          {call.durationMs != null && ` · ${duration(call.durationMs)}`}
        </span>
        <button type="button" className="btn sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Fold' : 'Unfold'}
        </button>
        <Link className="btn sm" href={paths.conversation(id)}>
          Open
        </Link>
      </div>
      {isOpen && <CallDetails call={call} />}
    </>
  )
}
