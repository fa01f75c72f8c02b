/** Which files are followed. */
import { homedir, userInfo } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import { ConfigRefused } from '../config/config.ts'
import {
  folderIn,
  folderVariables,
  isSessionPath,
  knownFolderOf,
  knownFolders,
  type Machine,
} from '../formats/knownFolders.ts'
import { own } from '../runtime/own.ts'

/** A file or folder that is followed. */
export interface WatchedPlace {
  readonly path: string
  /** What keeps its sessions there, as people call it; null where that is not known. */
  readonly agent: string | null
}

/** The word that stands for all folders of known agents. */
export const allKnown = 'auto'

/** Returns this machine; refuses folders that would be others in every folder of work. */
export function thisMachine(env: Readonly<Record<string, string | undefined>>): Machine {
  const name = ['HOME', 'USERPROFILE'].find((each) => own(env, each))
  const home = name === undefined ? ownHome() : (own(env, name) ?? '')
  if (!isAbsolute(home))
    throw new ConfigRefused(`${name ?? 'HOME'}: the home folder must be an absolute path, not "${home}".`)
  const machine = { platform: process.platform, home, env }
  for (const variable of folderVariables) {
    const folder = folderIn(machine, variable)
    if (folder !== undefined && !isAbsolute(folder))
      throw new ConfigRefused(`${variable}: the folder must be an absolute path, not "${folder}".`)
  }
  return machine
}

/** The home folder of the user whose process this is; an empty HOME hides it from Node. */
const ownHome = (): string => homedir() || userInfo().homedir

/** Returns what a list of paths names: `auto` is each folder of a known agent, whether it is there or not. */
export function placesOf(named: readonly string[], machine: Machine): WatchedPlace[] {
  const places = named.flatMap((name): WatchedPlace[] => {
    if (name === allKnown) return knownFolders(machine).map(({ agent, path }) => ({ path, agent: agent.title }))
    const path = resolve(name)
    return [{ path, agent: knownFolderOf(path, machine)?.agent.title ?? null }]
  })
  return places.filter(({ path }, at) => places.findIndex((other) => other.path === path) === at)
}

/** What programs keep for themselves: no transcript lies there. */
const leftAlone: ReadonlySet<string> = new Set(['node_modules', '.git'])

/** Says whether the files below a folder of this name are followed. */
export const isEntered = (name: string): boolean => !leftAlone.has(name)

const mayBeTranscript = /\.(jsonl?|zip)(\.gz|\.zst)?$/i

/** Says whether a file may be a session's by its path: in an agent's folder as the agent calls them, else by its ending. */
export type IsFollowed = (path: string) => boolean

/** Returns what says that of the files of a machine. */
export function followedOn(machine: Machine): IsFollowed {
  const folders = knownFolders(machine)
  return (path) => {
    const folder = folders.find((one) => path.startsWith(one.path) && isSessionPath(one, path, machine))
    if (folder !== undefined) return true
    return knownFolderOf(path, machine) === null && mayBeTranscript.test(path)
  }
}
