import type { Block } from '../../domain/model.ts'
import type { Format } from '../format.ts'
import { leaveBranches } from '../writing/messageFile.ts'
import { picturesIn } from '../writing/results.ts'
import { entryText, headingText } from './entry.ts'

/** Markdown for people. */
export const markdown: Format = {
  name: 'MARKDOWN',
  mediaType: 'text/markdown; charset=utf-8',
  files: ['*.md'],
  isOfPath: true,
  async leavesOut(source, omissions) {
    for await (const page of source.context(false))
      for (const { blocks } of page) omissions.add('attachments', sum(blocks.map(filesIn)))
    await leaveBranches(source, omissions)
  },
  async *write(source, omissions) {
    yield Buffer.from(headingText(source.title, source.conversation.id, omissions))
    for await (const page of source.context(false)) yield Buffer.from(page.map(entryText).join(''))
  },
}

/** How many files a block has of which Markdown shows the name alone: pictures in results are files. */
function filesIn(block: Block): number {
  if (block.type === 'attachment') return 1
  return block.type === 'toolResult' ? picturesIn(block.content).length : 0
}

const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0)
