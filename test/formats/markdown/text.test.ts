import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import MarkdownIt from 'markdown-it'
import { entryText, headingText } from '../../../src/formats/markdown/entry.ts'
import { fenced, quoted } from '../../../src/formats/markdown/text.ts'
import { saidBy } from '../../support/accepted.ts'

const markdown = new MarkdownIt('commonmark', { html: true })
const parsed = (text: string) => markdown.parse(text, {})

/** Pieces of which somebody would make a text that breaks out. */
const pieces = [
  '```',
  '````',
  '~~~',
  '`',
  '\n',
  '\n\n',
  '\r',
  '    ',
  '\t',
  '> ',
  '- ',
  '1. ',
  '# ',
  '---\n',
  '===',
  '<b>',
  '</details>',
  '<!--',
  '-->',
  '<script>',
  '<?x',
  '<![CDATA[',
  '<details>',
  '[a]: /x',
  '[a]',
  '[\na]: /x',
  '\\',
  '](',
  '\u0000',
  '&lt;',
  'word',
  ' ',
  '|',
  '* ',
]
const nasty = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(''))

describe('Markdown for people', () => {
  it('shows fenced code to its last character, whatever is in it', () => {
    fc.assert(
      fc.property(nasty, nasty, (code, language) => {
        const info = language.replaceAll(/[^a-z]/g, '')
        const tokens = parsed(`${fenced(code, info)}\n\nafter`)
        assert.deepEqual(
          tokens.map(({ type }) => type),
          ['fence', 'paragraph_open', 'inline', 'paragraph_close'],
        )
        const said = code.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\ufffd')
        assert.equal(tokens[0]?.content, said.endsWith('\n') ? said : `${said}\n`)
      }),
      { numRuns: 2000 },
    )
  })
  it('keeps what somebody wrote inside its quotation, without HTML and without links for others', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const env: Parameters<typeof markdown.parse>[1] = {}
        const tokens = markdown.parse(`${quoted(text)}\n\n[a] <b>after</b>`, env)
        assert.deepEqual(env.references ?? {}, {})
        const top = tokens.filter(({ level }) => level === 0).map(({ type }) => type)
        assert.deepEqual(top.slice(0, 2), ['blockquote_open', 'blockquote_close'])
        assert.deepEqual(top.slice(2), ['paragraph_open', 'paragraph_close'])
        const inside = tokens.slice(0, -3).flatMap((token) => [token, ...(token.children ?? [])])
        assert.deepEqual(
          inside.filter(({ type }) => type.startsWith('html')).map(({ content }) => content),
          [],
        )
      }),
      { numRuns: 5000 },
    )
  })
  it('takes no line for code behind a fence that may be one or be text', () => {
    assert.equal(quoted(' ~~~\r~~~\n</details>'), '>  ~~~\n> ~~~\n> &lt;/details>')
    assert.equal(quoted('- x\n  ```\n  <b>\n```\n<i>'), '> - x\n>   ```\n>   &lt;b>\n> ```\n> &lt;i>')
  })
  it('keeps the code of a text as it is', () => {
    const [, fence] = parsed(quoted('see\n\n```ts\na < b && <T>c\n```').replaceAll(/^> ?/gm, '')).filter(
      ({ type }) => type === 'fence' || type === 'inline',
    )
    assert.equal(fence?.content, 'a < b && <T>c\n')
  })
  it('has one heading an entry, however it is called', () => {
    fc.assert(
      fc.property(nasty, nasty, (name, said) => {
        const entries = saidBy([
          {
            role: 'USER',
            blocks: [
              { type: 'text', text: said },
              { type: 'toolCall', callId: 'k', name, input: said },
              { type: 'toolResult', callId: 'k', content: said, isError: true },
            ],
          },
        ])
        const text = `${headingText(name, said, { branches: 1 })}${entries.map(entryText).join('')}`
        const top = parsed(text).filter(({ level, type }) => level === 0 && type === 'heading_open')
        assert.deepEqual(
          top.map(({ tag }) => tag),
          ['h1', 'h2'],
        )
        const html = parsed(text).flatMap(({ type, content }) => (type === 'html_block' ? content.split('\n')[0] : []))
        assert.deepEqual(html, ['<details>', '</details>', '<details>', '</details>'])
      }),
      { numRuns: 1000 },
    )
  })
})
