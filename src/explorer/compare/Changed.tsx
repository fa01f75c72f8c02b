import type { JSX } from 'react'
import type { CompareQuery } from '../documents/generated.ts'
import { ErasedLine } from '../parts/ErasedLine.tsx'
import { Words } from './Words.tsx'

type Diff = NonNullable<CompareQuery['diff']>

/** Returns the turns that both sides have in different versions and that do not stand side by side already, word by word. */
export function Changed({ diff }: { readonly diff: Diff }): JSX.Element | null {
  const paired = new Set([...diff.baseOnly, ...diff.targetOnly].map(({ message }) => message?.id))
  const changed = diff.changed.filter(({ message }) => !paired.has(message.id))
  if (changed.length === 0) return null
  return (
    <>
      {changed.map(({ message, base, target }) => (
        <div key={message.id} className="pair">
          <div>
            <div className="meta">
              <b>The same turn</b> this version
            </div>
            <Side {...{ base, target }} side="base" />
          </div>
          <div>
            <div className="meta">
              <b>The same turn</b> that version
            </div>
            <Side {...{ base, target }} side="target" />
          </div>
        </div>
      ))}
    </>
  )
}

type Version = Diff['changed'][number]['base']

/** One version, with what the other has not; of an erased one, that it is. */
function Side({
  base,
  target,
  side,
}: {
  readonly base: Version
  readonly target: Version
  readonly side: 'base' | 'target'
}): JSX.Element {
  const own = side === 'base' ? base : target
  if (own.erased) return <ErasedLine erasure={own.erasure} />
  return <Words base={base.text ?? ''} target={target.text ?? ''} side={side} />
}
