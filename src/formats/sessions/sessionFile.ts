import type { Format, WriteSource } from '../format.ts'
import { derivedUuid } from '../claudeCode/write.ts'
import { answered } from './answered.ts'
import { leaveBranches } from '../writing/messageFile.ts'
import type { Session, SessionLine, SessionWriting } from './session.ts'

export type BeginSession = (session: Session) => SessionWriting

/**
 * Returns what writes the CONTEXT of a conversation as a session that its agent resumes, under an id of its own. What
 * nobody has changed since its import comes back byte for byte.
 */
export function sessionFile(begin: BeginSession): Required<Pick<Format, 'write' | 'leavesOut' | 'isOfPath'>> {
  return {
    isOfPath: true,
    write: (source) => write(source, begin),
    leavesOut: async (source, omissions) => {
      if (isAsItCame(source)) return
      const writing = begin(sessionOf(source))
      for await (const page of answered(source.context(false)))
        for (const writtenEntry of page) writing.add(writtenEntry)
      writing.end()
      omissions.addAll(writing.omissions)
      await leaveBranches(source, omissions)
    },
  }
}

async function* write(source: WriteSource, begin: BeginSession): AsyncIterable<Uint8Array> {
  if (source.original && isAsItCame(source)) {
    yield* source.original.pieces()
    return
  }
  const writing = begin(sessionOf(source))
  yield bytesOf(writing.begin())
  for await (const page of answered(source.context(true)))
    yield bytesOf(page.flatMap((writtenEntry) => writing.add(writtenEntry)))
  yield bytesOf(writing.end())
}

const isAsItCame = ({ original }: WriteSource) => original?.isAll === true && original.corrected.size === 0

function sessionOf({ conversation }: WriteSource): Session {
  const { id, cwd, createdAt, headId } = conversation
  return { id: derivedUuid(`session ${id} ${headId ?? ''}`), cwd: cwd ?? '/', startedAt: createdAt }
}

/** Returns lines as the file has them. */
export function bytesOf(lines: readonly SessionLine[]): Uint8Array {
  return Buffer.from(lines.map(({ value }) => `${JSON.stringify(value)}\n`).join(''))
}
