import type { JSX } from 'react'
import { shortFolder } from './folder.ts'
import { byProject, nameInProject } from './projects.ts'

interface Props {
  readonly folders: readonly { readonly cwd: string; readonly conversations: number }[]
}

/** Returns the choices of a project: all its folders together, below it each work tree of its repository alone. */
export function ProjectOptions({ folders }: Props): JSX.Element {
  return (
    <>
      {byProject(folders, ({ cwd }) => cwd).flatMap(({ folder, parts }) => [
        <option key={folder} value={folder}>
          {shortFolder(folder)} ({parts.reduce((sum, { conversations }) => sum + conversations, 0)})
        </option>,
        ...(parts.length === 1 ? [] : parts)
          .filter(({ cwd }) => nameInProject(cwd, folder) !== '')
          .map(({ cwd, conversations }) => (
            <option key={`${folder} ${cwd}`} value={cwd}>
              {'\u2003'}
              {nameInProject(cwd, folder)} ({conversations})
            </option>
          )),
      ])}
    </>
  )
}
