import type { JSX } from 'react'
import { useQuery } from 'urql'
import { Directories } from '../documents/generated.ts'
import type { Chosen } from './filter.ts'

interface Props {
  readonly chosen: Chosen
  readonly onChoose: (chosen: Chosen) => void
}

/** Returns what chooses among the conversations. */
export function Filters({ chosen, onChoose }: Props): JSX.Element {
  const [{ data }] = useQuery({ query: Directories })
  const choose = (change: Partial<Chosen>): void => onChoose({ ...chosen, ...change })
  return (
    <details className="filters">
      <summary>Filter</summary>
      <label>
        Title <input value={chosen.text} onChange={({ target }) => choose({ text: target.value })} />
      </label>
      <label>
        Words <input value={chosen.words} onChange={({ target }) => choose({ words: target.value })} />
      </label>
      <label>
        Origin{' '}
        <select
          value={chosen.origin}
          onChange={({ target }) => choose({ origin: origins.find((each) => each === target.value) ?? '' })}
        >
          <option value="">all</option>
          <option value="HOST">stored by a host</option>
          <option value="IMPORT">imported</option>
          <option value="EXPERIMENT">experiments</option>
        </select>
      </label>
      <label>
        Directory{' '}
        <select value={chosen.cwd} onChange={({ target }) => choose({ cwd: target.value })}>
          <option value="">all</option>
          {data?.directories.nodes.map(({ cwd, conversations }) => (
            <option key={cwd} value={cwd}>
              {cwd} ({conversations})
            </option>
          ))}
        </select>
      </label>
      <label>
        Active{' '}
        <select
          value={chosen.days}
          onChange={({ target }) => choose({ days: ages.find((each) => each === target.value) ?? '' })}
        >
          <option value="">at any time</option>
          <option value="1">in the last day</option>
          <option value="7">in the last week</option>
          <option value="30">in the last month</option>
        </select>
      </label>
      <label>
        <input type="checkbox" checked={chosen.forks} onChange={() => choose({ forks: !chosen.forks })} /> Forks
      </label>
      <label>
        <input
          type="checkbox"
          checked={chosen.sidechains}
          onChange={() => choose({ sidechains: !chosen.sidechains })}
        />{' '}
        Sub-agents
      </label>
    </details>
  )
}

const origins = ['HOST', 'IMPORT', 'EXPERIMENT'] as const
const ages = ['1', '7', '30'] as const
