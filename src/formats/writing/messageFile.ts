import type { Format, WriteSource } from '../format.ts'
import type { Omissions, MessageWriting, WrittenEntry } from './omissions.ts'

/** How messages of an API become a file of it. */
export interface MessageFile {
  readonly begin: () => MessageWriting<object>
  /** System turns stand beside the messages, under this name. */
  readonly system?: string
}

/** Returns what writes the CONTEXT of a conversation as the body of a request: its messages, one a line. */
export function messageFile(file: MessageFile): Required<Pick<Format, 'write' | 'leavesOut' | 'isOfPath'>> {
  return {
    isOfPath: true,
    write: (source) => write(source, file),
    leavesOut: async (source, omissions) => {
      const writing = file.begin()
      for await (const page of source.context(false)) for (const writtenEntry of page) writing.add(writtenEntry)
      writing.end()
      omissions.addAll(writing.omissions)
      await leaveBranches(source, omissions)
    },
  }
}

/** Counts the branches that a file of one path cannot hold. */
export async function leaveBranches(source: WriteSource, omissions: Omissions): Promise<void> {
  omissions.add('branches', await source.otherLeaves())
}

async function* write(source: WriteSource, { begin, system }: MessageFile): AsyncIterable<Uint8Array> {
  const writing = begin()
  const systems: string[] = []
  let between = '\n'
  const lines = (messages: readonly object[]): Uint8Array => {
    const texts = messages.map((message) => {
      const text = `${between}${JSON.stringify(message)}`
      between = ',\n'
      return text
    })
    return Buffer.from(texts.join(''))
  }
  yield Buffer.from('{"messages":[')
  for await (const page of source.context(true)) {
    if (system !== undefined) systems.push(...page.flatMap(systemTexts))
    yield lines(page.flatMap((writtenEntry) => writing.add(writtenEntry)))
  }
  yield lines(writing.end())
  const beside = systems.length === 0 ? '' : `,"${system}":${JSON.stringify(systems.join('\n\n'))}`
  yield Buffer.from(`\n]${beside}}\n`)
}

function systemTexts({ role, blocks }: WrittenEntry): string[] {
  const text = role === 'SYSTEM' ? blocks.map((block) => (block.type === 'text' ? block.text : '')).join('') : ''
  return text.trim() === '' ? [] : [text]
}
