import { useState, type JSX } from 'react'
import { useQuery } from 'urql'
import { copyText } from '../../actions/copyLink.ts'
import { CallContent, type CallContentQuery, type CallRowFragment } from '../../documents/generated.ts'
import { ErasedLine } from '../../parts/ErasedLine.tsx'
import { Loading } from '../../parts/Notice.tsx'
import { bytes, counted, shown } from '../../parts/text.ts'
import { Value } from '../../parts/Value.tsx'

/** So many lines of a result are shown at first. */
const firstLines = 40

interface Props {
  readonly call: CallRowFragment
  /** Whether all of what came of it is shown at once: a search has led to it. */
  readonly isWhole?: boolean
}

/** Returns what a call was given, and what came of it. */
export function CallDetails({ call, isWhole = false }: Props): JSX.Element {
  const variables = { call: call.call.id, result: call.result?.id ?? call.call.id }
  const [{ data, error }] = useQuery({ query: CallContent, variables })
  const isFailed = call.state === 'FAILED'
  const head = call.resultHead ?? ''
  if (error && !data) return <p className="fault">{error.message}</p>
  // A failure comes first, its input after it.
  if (!data)
    return isFailed && head !== '' ? <Output text={head} size={call.resultSize ?? null} isBad /> : <Loading rows={1} />
  const rawValue = inputOf(data, call.callId)
  const result = resultOf(data, call.callId)
  return (
    <div className="calldetails">
      {data.call?.erased === true ? (
        <ErasedLine what="What it was given was erased" erasure={data.call.erasure} />
      ) : (
        <Given input={rawValue} />
      )}
      {data.result?.erased === true && call.result ? (
        <ErasedLine what="What came of it was erased" erasure={data.result.erasure} />
      ) : result === undefined ? (
        <p className="out soft">
          {call.state === 'RUNNING' ? 'It is still running.' : 'There is no result: it ended before one came.'}
        </p>
      ) : (
        <Result value={result} isBad={isFailed} size={call.resultSize ?? null} isWholeFirst={isWhole} />
      )}
    </div>
  )
}

function inputOf({ call }: CallContentQuery, callId: string): unknown {
  for (const block of call?.content ?? [])
    if (block.__typename === 'ToolCallBlock' && block.callId === callId) return block.input
  return undefined
}

function resultOf({ result }: CallContentQuery, callId: string): unknown {
  for (const block of result?.content ?? [])
    if (block.__typename === 'ToolResultBlock' && block.callId === callId) return block.result
  return undefined
}

/** A command as it was typed; anything else as a value. */
function Given({ input }: { readonly input: unknown }): JSX.Element | null {
  const fields = typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>) : {}
  const command = fields['command']
  if (input === undefined || input === null) return null
  if (typeof command === 'string' || typeof input === 'string')
    return <Output text={typeof command === 'string' ? command : shown(input)} size={null} />
  return <Value value={input} name="What it was given" />
}

function Result({
  value,
  isBad,
  size,
  isWholeFirst,
}: {
  readonly value: unknown
  readonly isBad: boolean
  readonly size: number | null
  readonly isWholeFirst: boolean
}): JSX.Element {
  const text = shown(value)
  const isTree = typeof value === 'object' && value !== null && text.startsWith('{')
  const parsed = typeof value === 'string' ? parsedValue(value) : undefined
  if (isTree || parsed !== undefined)
    return <Value value={isTree ? value : parsed} name={`Result${size === null ? '' : ` · ${bytes(size)}`}`} />
  return <Output {...{ text, size, isBad, isWholeFirst }} />
}

/** An object or a list that is written as text; undefined for other text. */
function parsedValue(text: string): unknown {
  if (!/^\s*[[{]/.test(text) || text.length > 2_000_000) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function Output({
  text,
  isBad = false,
  isWholeFirst = false,
}: {
  readonly text: string
  readonly size: number | null
  readonly isBad?: boolean
  readonly isWholeFirst?: boolean
}): JSX.Element {
  const [isWhole, setWhole] = useState(isWholeFirst)
  const [isWrapped, setWrapped] = useState(true)
  const lines = text.split('\n')
  const isLong = lines.length > firstLines || text.length > 8_000
  const part = isLong && !isWhole ? lines.slice(0, firstLines).join('\n').slice(0, 8_000) : text.slice(0, 400_000)
  return (
    <div className={isBad ? 'outbox badout' : 'outbox'}>
      <pre className={isWrapped ? 'out' : 'out nowrap'} tabIndex={0} dir="auto">
        {part === '' ? '(nothing)' : part}
      </pre>
      {isLong && (
        <button type="button" className="link outmore" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : `Show all ${counted(lines.length, 'line')}`}
        </button>
      )}
      <div className="outacts">
        <button type="button" className="btn sm" aria-pressed={isWrapped} onClick={() => setWrapped(!isWrapped)}>
          Wrap
        </button>
        <button type="button" className="btn sm" onClick={() => void copyText(text, 'Copied.')}>
          Copy
        </button>
      </div>
    </div>
  )
}
