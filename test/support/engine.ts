import { spawnSync } from 'node:child_process'

/** What a Docker engine has to answer, each with what is said where it does not. */
const asked = [
  [['version'], 'no Docker engine answers here'],
  [['compose', 'version'], 'docker has no compose here'],
] as const

/** Returns why nothing can be run on a Docker engine of this machine; `false` where one answers, and has compose. */
export function noEngine(env: NodeJS.ProcessEnv = process.env): string | false {
  for (const [words, sentence] of asked) {
    const { error, status }: { error?: NodeJS.ErrnoException; status: number | null } = spawnSync('docker', words, {
      env,
      timeout: 20_000,
      stdio: 'ignore',
    })
    if (error?.code === 'ENOENT') return 'there is no docker here'
    if (status !== 0) return sentence
  }
  return false
}
