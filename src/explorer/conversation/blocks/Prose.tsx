import { lazy, Suspense, useState, type JSX } from 'react'
import { ErrorBoundary } from '../../parts/ErrorBoundary.tsx'
import { retryLoad } from '../../data/retryLoad.ts'
import { bytes } from '../../parts/text.ts'

const Markdown = lazy(() => retryLoad(() => import('./Markdown.tsx')))

/** Beyond this, Markdown would hold the page up. */
const longest = 50_000
const firstPart = 20_000

/** Returns text as its author meant it: Markdown, made into elements and never into HTML; plain where it is very long. */
export function Prose({ text }: { readonly text: string }): JSX.Element {
  if (text.length > longest) return <LongText text={text} />
  const plain = (
    <p className="plain" dir="auto">
      {text}
    </p>
  )
  return (
    <div className="prose" dir="auto">
      <ErrorBoundary instead={plain}>
        <Suspense fallback={plain}>
          <Markdown text={text} />
        </Suspense>
      </ErrorBoundary>
    </div>
  )
}

/** Returns text as it is; of a very long one the beginning until all is asked for. */
export function LongText({ text }: { readonly text: string }): JSX.Element {
  const [isWhole, setWhole] = useState(text.length <= firstPart)
  return (
    <>
      <pre dir="auto" tabIndex={0}>
        {isWhole ? text : text.slice(0, firstPart)}
      </pre>
      {!isWhole && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all ({bytes(text.length)})
        </button>
      )}
    </>
  )
}
