import type { JSX } from 'react'
import { useObservable } from '../../data/observable.ts'
import { counted, shown } from '../../parts/text.ts'
import { thinkingShown } from '../../settings/choices.ts'
import { callLine, type Call, type Pairs, type Result } from '../entries/pairs.ts'
import type { Entry } from '../entries/entry.ts'
import { Attachment } from './Attachment.tsx'
import { LongText, Prose } from './Prose.tsx'

interface Props {
  readonly content: Entry['content']
  readonly pairs: Pairs
  /** Whether it is a tool's turn, whose result stands folded with its call as well. */
  readonly isTool: boolean
}

/** Returns the blocks of a turn, each as what it is. */
export function Blocks({ content, pairs, isTool }: Props): JSX.Element {
  return (
    <>
      {content.map((block, at) => (
        <Block key={at} block={block} pairs={pairs} isTool={isTool} />
      ))}
    </>
  )
}

type BlockProps = Omit<Props, 'content'> & { readonly block: Entry['content'][number] }

function Block({ block, pairs, isTool }: BlockProps): JSX.Element {
  switch (block.__typename) {
    case 'TextBlock':
      return isTool ? <LongText text={block.text} /> : <Prose text={block.text} />
    case 'ThinkingBlock':
      return <Thinking text={block.thinking} />
    case 'ToolCallBlock':
      return <ToolCall call={block} result={pairs.results.get(block.callId) ?? null} />
    case 'ToolResultBlock':
      return <ToolResult result={block} name={pairs.names.get(block.callId) ?? 'a tool'} />
    case 'AttachmentBlock':
      return <Attachment block={block} />
    case 'OtherBlock':
      return (
        <details>
          <summary>Other content</summary>
          <LongText text={shown(block.value)} />
        </details>
      )
  }
}

function Thinking({ text }: { readonly text: string }): JSX.Element {
  const isOpen = useObservable(thinkingShown) === 'yes'
  const words = text.split(/\s+/).filter((word) => word !== '').length
  return (
    <details className="think" open={isOpen}>
      <summary>Thinking, {counted(words, 'word')}</summary>
      <Prose text={text} />
    </details>
  )
}

function ToolCall({ call, result }: { readonly call: Call; readonly result: Result | null }): JSX.Element {
  return (
    <details className="tool">
      <summary>
        <b>{call.name}</b> <code dir="auto">{callLine(call.input)}</code>
        {result && <Mark isError={result.isError} />}
      </summary>
      <LongText text={shown(call.input)} />
      {result && <LongText text={shown(result.result)} />}
    </details>
  )
}

function ToolResult({ result, name }: { readonly result: Result; readonly name: string }): JSX.Element {
  const text = shown(result.result)
  return (
    <details className="tool">
      <summary>
        result of <b>{name}</b> <code dir="auto">{callLine(text)}</code>
        <Mark isError={result.isError} />
      </summary>
      <LongText text={text} />
    </details>
  )
}

function Mark({ isError }: { readonly isError: boolean }): JSX.Element {
  return isError ? <span className="failed"> ✗ failed</span> : <span className="done"> ✓</span>
}
