import type { Format } from '../format.ts'
import { markdown } from '../markdown/format.ts'
import { entryHtml, headHtml } from './entry.ts'
import { pageBegin, pageEnd } from './page.ts'

/** A page for people, to send and to open anywhere: one file without a script. It leaves out what Markdown does. */
export const html: Format = {
  name: 'HTML',
  mediaType: 'text/html; charset=utf-8',
  files: ['*.html'],
  isOfPath: true,
  ...(markdown.leavesOut && { leavesOut: markdown.leavesOut }),
  async *write(source, omissions) {
    yield Buffer.from(pageBegin(source.title) + headHtml(source.title, source.conversation.id, omissions))
    for await (const page of source.context(false)) yield Buffer.from(page.map(entryHtml).join(''))
    yield Buffer.from(pageEnd)
  },
}
