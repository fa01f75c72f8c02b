import { takes, turns, type Turn } from './rotation.ts'

/** A part of CI that is no test file and takes turns: of each `of` turns one, in which it has this share. */
interface RotationPart {
  readonly what: string
  readonly share: number
  readonly of: number
}

/** The parts of .ci/run that take turns. */
export const rotationParts = {
  minio: { what: 'attachments on MinIO, which checks every signature', share: 3, of: 4 },
  engine: { what: 'docker-compose.yml and the Dockerfile on a Docker engine', share: 2, of: 6 },
  others: { what: 'install, start and a walk on the versions of Node between', share: 0, of: 2 },
  newest: { what: 'install, start and a walk on the newest Node', share: 1, of: 2 },
  suites: { what: 'the embedded suites again on the newest Node', share: 1, of: 4 },
} as const satisfies Record<string, RotationPart>

export type PartName = keyof typeof rotationParts
export const isPart = (name: string): name is PartName => Object.hasOwn(rotationParts, name)

/** Whether a turn has that part; `null` has all. */
export function hasPart(name: PartName, turn: Turn | null): boolean {
  const { share, of } = rotationParts[name]
  return turn === null || takes(turn, share, of)
}

/** Says of these parts which ones a turn has, and which it leaves to others. */
export function partLines(names: readonly PartName[], turn: Turn | null): string[] {
  if (turn === null) return []
  const said = `turn ${turn.number + 1} of ${turns}, ${turn.by}`
  return names.map((name) => {
    const { what, of } = rotationParts[name]
    return hasPart(name, turn)
      ? `In rotation, run now: ${what} (${said}).`
      : `In rotation, left to other turns: ${what} (one of ${of}; ${said}).`
  })
}
