import type { JSX } from 'react'
import type { ErasureReceiptFragment } from '../documents/generated.ts'
import { minuteOf, wholeDate } from '../parts/text.ts'
import { Amounts, Left } from './Amounts.tsx'
import { reasons, states } from './words.ts'

/** Returns what a receipt says, to be read by people. */
export function ReceiptFacts({ receipt }: { readonly receipt: ErasureReceiptFragment }): JSX.Element {
  const { id, at, reason, note, principal, state, scope, residue, purge } = receipt
  return (
    <>
      <dl className="facts2">
        <dt>When</dt>
        <dd>
          <time dateTime={at} title={wholeDate(at)}>
            {minuteOf(at)}
          </time>
        </dd>
        <dt>Why</dt>
        <dd>{reasons[reason]}</dd>
        {note != null && (
          <>
            <dt>Note</dt>
            <dd dir="auto">{note}</dd>
          </>
        )}
        <dt>By</dt>
        <dd dir="auto">{principal.label ?? principal.id ?? people[principal.kind]}</dd>
        <dt>State</dt>
        <dd>{states[state]}</dd>
        <dt>Id</dt>
        <dd className="mono">{id}</dd>
      </dl>
      <h3>What went</h3>
      <Amounts scope={scope} />
      <h3>What is left</h3>
      <Left residue={purge?.residue ?? residue} />
      {purge && (
        <>
          <p className="soft">
            The files were dealt with on {minuteOf(purge.at)}: <span dir="auto">{purge.how}</span>
          </p>
          <ul className="soft">
            {(purge.looks ?? []).map(({ place, looked }) => (
              <li key={place}>
                {place}: {looked ?? 'not looked at'}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const people = {
  ANONYMOUS: 'A caller without a key: the server asks for none',
  KEY: 'A key',
  USER: 'A user',
  OPERATOR: 'The operator',
} as const
