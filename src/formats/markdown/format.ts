import type { Format } from '../format.ts'
import { leaveBranches } from '../writing/messageFile.ts'
import { entryText, headText } from './entry.ts'

/** Markdown for people. */
export const markdown: Format = {
  name: 'MARKDOWN',
  mediaType: 'text/markdown; charset=utf-8',
  files: ['*.md'],
  isOfPath: true,
  async leavesOut(source, leftOut) {
    for await (const page of source.context(false))
      for (const { blocks } of page)
        leftOut.add('attachments', blocks.filter(({ type }) => type === 'attachment').length)
    await leaveBranches(source, leftOut)
  },
  async *write(source, leftOut) {
    yield Buffer.from(headText(source.title, source.conversation.id, leftOut))
    for await (const page of source.context(false)) yield Buffer.from(page.map(entryText).join(''))
  },
}
