import { useMemo, type JSX } from 'react'
import { wordsBetween } from './words.ts'

interface Props {
  readonly base: string
  readonly target: string
  readonly side: 'base' | 'target'
}

/** So much of a text is compared word by word. */
const most = 8_000

/** Returns the words of one side, those marked that the other has not. */
export function Words({ base, target, side }: Props): JSX.Element {
  const pieces = useMemo(() => wordsBetween(base.slice(0, most), target.slice(0, most)), [base, target])
  return (
    <p className="plain" dir="auto">
      {pieces.map(({ text, side: of }, at) => {
        if (of === 'both') return text
        if (of !== side) return null
        return side === 'base' ? <del key={at}>{text}</del> : <ins key={at}>{text}</ins>
      })}
    </p>
  )
}
