import { Fragment, type JSX } from 'react'
import { dayOf, daysAgo } from '../parts/text.ts'
import type { Event } from './Line.tsx'
import type { ActivityLines } from './lines.ts'

interface Props<E extends Event> {
  readonly lines: readonly ActivityLines<E>[]
  readonly lineOf: (line: ActivityLines<E>) => JSX.Element
}

/** Returns the list of what was done, with a heading where a day begins. */
export function Days<E extends Event>({ lines, lineOf }: Props<E>): JSX.Element {
  return (
    <ol className="acts-list" aria-label="What was done" tabIndex={0}>
      {lines.map((line, at) => {
        const day = dayOf(line.event.at)
        const before = lines[at - 1]
        return (
          <Fragment key={line.event.id}>
            {(before === undefined || dayOf(before.event.at) !== day) && (
              <li className="day2">{daysAgo(line.event.at) === 0 ? 'Today' : day}</li>
            )}
            <li>{lineOf(line)}</li>
          </Fragment>
        )
      })}
    </ol>
  )
}
