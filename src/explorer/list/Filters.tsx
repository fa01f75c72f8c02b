import type { JSX } from 'react'
import { ProjectOptions } from '../parts/ProjectOptions.tsx'
import { foldersIn } from '../parts/projects.ts'
import { daysBefore } from '../parts/text.ts'
import { useFolders } from '../parts/useFolders.ts'
import { everything, type Chosen } from './filter.ts'

interface Props {
  readonly chosen: Chosen
  readonly onChoose: (chosen: Chosen) => void
}

/** Returns what chooses among the conversations. */
export default function Filters({ chosen, onChoose }: Props): JSX.Element {
  const folders = useFolders() ?? []
  const choose = (change: Partial<Chosen>): void => onChoose({ ...chosen, ...change })
  const chooseProject = (cwd: string): void => choose({ cwd, folders: cwd === '' ? [] : foldersIn(cwd, folders) })
  const chooseDays = (days: Chosen['days']): void =>
    choose({ days, since: days === '' ? null : daysBefore(Number(days), Date.now()) })
  return (
    <div className="filters">
      <label>
        <span>Title</span>
        <input className="field" value={chosen.text} onChange={({ target }) => choose({ text: target.value })} />
      </label>
      <label>
        <span>Words</span>
        <input className="field" value={chosen.words} onChange={({ target }) => choose({ words: target.value })} />
      </label>
      <label>
        <span>Origin</span>
        <select
          className="field"
          value={chosen.origin}
          onChange={({ target }) => choose({ origin: origins.find((each) => each === target.value) ?? '' })}
        >
          <option value="">Any</option>
          <option value="HOST">Stored by a program</option>
          <option value="IMPORT">Imported</option>
          <option value="EXPERIMENT">Experiments</option>
        </select>
      </label>
      <label>
        <span>Project</span>
        <select className="field" value={chosen.cwd} onChange={({ target }) => chooseProject(target.value)}>
          <option value="">Any</option>
          <ProjectOptions folders={folders} />
        </select>
      </label>
      <label>
        <span>Active</span>
        <select
          className="field"
          value={chosen.days}
          onChange={({ target }) => chooseDays(ages.find((each) => each === target.value) ?? '')}
        >
          <option value="">At any time</option>
          <option value="1">In the last day</option>
          <option value="7">In the last week</option>
          <option value="30">In the last month</option>
        </select>
      </label>
      <label className="check">
        <input type="checkbox" checked={chosen.forks} onChange={() => choose({ forks: !chosen.forks })} /> Forks
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={chosen.sidechains}
          onChange={() => choose({ sidechains: !chosen.sidechains })}
        />{' '}
        Sub-agents
      </label>
      <label className="check">
        <input type="checkbox" checked={chosen.archived} onChange={() => choose({ archived: !chosen.archived })} />{' '}
        Archived
      </label>
      <label className="check">
        <input type="checkbox" checked={chosen.failures} onChange={() => choose({ failures: !chosen.failures })} /> With
        failures
      </label>
      <label className="check">
        <input type="checkbox" checked={chosen.deleted} onChange={() => choose({ deleted: !chosen.deleted })} /> Deleted
        ones, too
      </label>
      {chosen !== everything && (
        <button type="button" className="link" onClick={() => onChoose(everything)}>
          Clear the filter
        </button>
      )}
    </div>
  )
}

const origins = ['HOST', 'IMPORT', 'EXPERIMENT'] as const
const ages = ['1', '7', '30'] as const
