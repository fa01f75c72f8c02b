import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { createHash } from 'node:crypto'
import { lines, pageBegin, pageEnd, text } from '../../../src/formats/html/page.ts'

const read = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

describe('text in a page', () => {
  it('is text whatever it holds, and reads as it was', () => {
    const any = fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", 'a', '\n', 'é', '😀', '&lt;', '</pre>') })
    fc.assert(
      fc.property(any, (value) => {
        assert.doesNotMatch(text(value), /[<>"']|&(?!(amp|lt|gt|quot|#39);)/)
        assert.equal(read(text(value)), value)
      }),
    )
  })

  it('shows a sign for what no HTML may hold and what turns the direction of text', () => {
    for (const sign of ['\u0000', '\u001b', '\u007f', '\u0085', '\u202e', '\u2066'])
      assert.equal(text(`a${sign}b`), 'a\ufffdb')
    assert.equal(text('a\tb\nc\r'), 'a\tb\nc\r')
  })

  it('keeps its lines, a first line feed too', () => {
    assert.equal(lines('\na\n'), '<pre>\n\na\n</pre>\n')
    assert.equal(lines('<b>', 'code'), '<pre class="code">\n&lt;b&gt;</pre>\n')
  })
})

describe('a page', () => {
  const page = `${pageBegin('</title><script>')}${pageEnd}`

  it('stands alone: it fetches nothing and runs nothing, and its policy allows its own style alone', () => {
    assert.doesNotMatch(page, /<script|\bsrc=|\bhref=|url\(|@import/)
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(page) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    assert.ok(
      page.includes(`content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`),
    )
  })

  it('has its title as text, and ends what it began', () => {
    assert.ok(page.includes('<title>&lt;/title&gt;&lt;script&gt;</title>'))
    for (const name of ['html', 'head', 'body', 'style', 'title'])
      assert.equal(page.split(new RegExp(`<${name}[ >]`)).length, page.split(`</${name}>`).length, name)
  })
})
