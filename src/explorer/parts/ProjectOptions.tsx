import type { JSX } from 'react'
import { shortFolder } from './folder.ts'
import { byProject } from './projects.ts'

interface Props {
  readonly folders: readonly { readonly cwd: string; readonly conversations?: number }[]
}

/** Returns the choices of a project: its folder, below it the work trees of its repository. */
export function ProjectOptions({ folders }: Props): JSX.Element {
  return (
    <>
      {byProject(folders, ({ cwd }) => cwd).map(({ folder, parts }) =>
        parts.length === 1 ? (
          parts.map((one) => <Folder key={one.cwd} {...one} />)
        ) : (
          <optgroup key={folder} label={shortFolder(folder)}>
            {parts.map((one) => (
              <Folder key={one.cwd} {...one} />
            ))}
          </optgroup>
        ),
      )}
    </>
  )
}

const Folder = ({ cwd, conversations }: Props['folders'][number]): JSX.Element => (
  <option value={cwd}>
    {shortFolder(cwd)}
    {conversations !== undefined && ` (${conversations})`}
  </option>
)
