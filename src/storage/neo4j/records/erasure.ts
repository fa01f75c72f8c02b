import type { Erasure } from '../../../domain/erasure/erasure.ts'
import { erasureOf, erasureRow, type ErasureRow } from '../../rows/erasure.ts'
import type { ListShape } from '../lists/listShape.ts'
import { inOneText, int, outOfOneText } from '../properties/rows.ts'
import { timeText } from '../reading/compactText.ts'
import { index, unique, versioned } from './label.ts'

export const erasures = versioned<Erasure>({
  label: 'Erasure',
  key: 'id',
  rows: 'erasures',
  what: 'erasure',
  schema: [
    unique('erasure_id', 'Erasure', ['tenant', 'id']),
    index('erasure_listed', 'Erasure', ['tenant', 'listing', 'at']),
    index('erasure_state', 'Erasure', ['tenant', 'state', 'at']),
  ],
  idOf: ({ id }) => id,
  properties: (tenant, erasure) => {
    const { id, version, at, state, body: rest } = erasureRow(erasure)
    return {
      ...{ tenant, id, version: int(version), listing: '', state, at: timeText(at) },
      body: inOneText([id, version, at, state], rest),
    }
  },
  from: erasureFrom,
})

function erasureFrom(body: unknown): Erasure {
  const [[id, version, at, state], rest] = outOfOneText(body)
  return erasureOf({ ...({ id, version, at, state } as ErasureRow), body: rest })
}

const listed = (owner: string) => {
  const shape: ListShape = {
    node: 'n:Erasure',
    owner: `n.${owner}`,
    time: 'n.at',
    order: 'newestFirst',
    id: 'n.id',
    projection: 'n.body',
  }
  return { shape, from: erasureFrom }
}
export const erasureLists = { erasures: listed('listing'), erasuresIn: listed('state') }
