import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Machine } from '../../src/formats/knownFolders.ts'
import { root } from '../root.ts'

/** The session that is open. */
const sessionId = '5e0b0f00-0000-4000-8000-00000000f0a1'

/** A home folder in which an agent has the sessions of `examples/`, one of them open. */
export interface FollowedHome {
  readonly machine: Machine
  remove(): void
}

/** Makes such a home folder. */
export function followedHome(): FollowedHome {
  const home = mkdtempSync(join(tmpdir(), 'turngraph-home-'))
  cpSync(join(root, 'examples/claude-code'), join(home, '.claude/projects/-home-ada-bakery'), { recursive: true })
  const sessions = join(home, '.claude/sessions')
  mkdirSync(sessions, { recursive: true })
  const sign = { pid: process.pid, sessionId, cwd: '/home/ada/bakery', status: 'busy' }
  writeFileSync(join(sessions, `${process.pid}.json`), JSON.stringify(sign))
  return {
    machine: { platform: process.platform, home, env: {} },
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
