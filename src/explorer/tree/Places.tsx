import type { JSX } from 'react'
import { Link } from 'wouter'
import type { TreePlacesQuery } from '../documents/generated.ts'
import { paths } from '../place.ts'

interface Props {
  readonly talk: NonNullable<TreePlacesQuery['conversation']>
  readonly onShow: (observationId: string) => void
}

/** Returns the places of a tree that have names: checkpoints, and where forks part from it. Null where there are none. */
export function Places({ talk, onShow }: Props): JSX.Element | null {
  const checkpoints = talk.checkpoints.nodes.flatMap(({ id, details }) => {
    const { name, observationId } = details as { readonly name?: unknown; readonly observationId?: unknown }
    return typeof name === 'string' && typeof observationId === 'string' ? [{ id, name, observationId }] : []
  })
  if (checkpoints.length + talk.forks.nodes.length === 0) return null
  return (
    <details className="places">
      <summary>Checkpoints and forks</summary>
      <ul>
        {checkpoints.map(({ id, name, observationId }) => (
          <li key={id}>
            ⚑{' '}
            <button type="button" onClick={() => onShow(observationId)}>
              {name}
            </button>
          </li>
        ))}
        {talk.forks.nodes.map(({ id, title, forkedFrom }) => (
          <li key={id}>
            ⎇ <Link href={paths.talk(id)}>{title || id}</Link>
            {forkedFrom?.turn != null && ` from turn ${forkedFrom.turn}`}
          </li>
        ))}
      </ul>
    </details>
  )
}
