import type { JSX } from 'react'
import { Link } from 'wouter'
import { paths } from '../../urls/urls.ts'
import type { Named } from '../names.ts'

interface Props {
  readonly names: readonly Named[]
  readonly onShow: (observationId: string) => void
}

/** Returns the places of a tree that have names: checkpoints, and where forks part from it. Null where there are none. */
export function Places({ names, onShow }: Props): JSX.Element | null {
  if (names.length === 0) return null
  return (
    <details className="places">
      <summary>Checkpoints and forks</summary>
      <ul>
        {names.map((named) => (
          <li key={`${named.kind} ${named.id}`}>
            <Place named={named} onShow={onShow} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Place({ named, onShow }: { readonly named: Named; readonly onShow: Props['onShow'] }): JSX.Element {
  const { kind, id, name, observationId, turn, hint } = named
  if (kind === 'CHECKPOINT')
    return (
      <>
        ⚑{' '}
        {observationId === null ? (
          `${name} (before the first turn)`
        ) : (
          <button type="button" onClick={() => onShow(observationId)}>
            {name}
          </button>
        )}
      </>
    )
  return (
    <>
      ⎇ <Link href={paths.conversation(id)}>{name}</Link>
      {turn !== null && ` from turn ${turn}`} <small className="soft">{hint}</small>
    </>
  )
}
