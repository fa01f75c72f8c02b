import { Eraser } from 'lucide-react'
import type { JSX } from 'react'
import { Link } from 'wouter'
import type { ErasedByFragment } from '../documents/generated.ts'
import { reasons } from '../erasures/words.ts'
import { paths } from '../urls/urls.ts'
import { dayOf, wholeDate } from './text.ts'

interface Props {
  readonly erasure: ErasedByFragment['erasure'] | undefined
  /** What was erased, where that is not plain. */
  readonly what?: string
}

/** Returns what stands where something was erased: when and why, to those who may know it, with the receipt. */
export function ErasedLine({ erasure, what = 'Erased' }: Props): JSX.Element {
  return (
    <p className="erased">
      <Eraser className="i s" />
      {erasure ? (
        <span>
          {what} on{' '}
          <time dateTime={erasure.at} title={wholeDate(erasure.at)}>
            {dayOf(erasure.at)}
          </time>
          : {reasons[erasure.reason].toLowerCase()}.{' '}
          <Link className="link" href={paths.erasure(erasure.id)}>
            Receipt
          </Link>
        </span>
      ) : (
        <span>{what}.</span>
      )}
    </p>
  )
}
