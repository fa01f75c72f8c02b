import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { cleanTitle } from '../../../src/domain/prompts/cleanTitle.ts'

describe('a title made of the words of a prompt', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['OK, so can you please look at **this**? Thanks.', 'Look at this?'],
    ['Implement the following plan:\n\n# Plan: Add a [nest](https://x.y)\n\n## Goal\nmore', 'Add a nest'],
    ['Implement the following changes to the nest', 'Implement the following changes to the nest'],
    ['Please solve this issue: GitHub Issue: nestError: no eggs\n\nmore', 'NestError: no eggs'],
    ['alright, mend the nest then', 'Mend the nest then'],
    ['Alright so could you please mend the nest', 'Mend the nest'],
    ['hi there, why do geese fly', 'Why do geese fly'],
    ['I want you to mend the nest', 'Mend the nest'],
    ["Ok, so there's isn't much to see here", "There's isn't much to see here"],
    ['Well, mend the nest', 'Well, mend the nest'],
    ['alrighty then, mend it', 'alrighty then, mend it'],
    ['brews is being phased out', 'brews is being phased out'],
    ['iOS build fails. Why?', 'iOS build fails'],
    ['I want to invert that flag logic. Now it is not', 'I want to invert that flag logic'],
    ['Fix it.\n\nThe nest falls down whenever it rains.', 'Fix it. The nest falls down whenever it rains.'],
    ['Explain v1.2 of the nest. Then go on', 'Explain v1.2 of the nest'],
    ['keep snake_case_names and 2 * 3 * 4', 'keep snake_case_names and 2 * 3 * 4'],
    ['<spec>\n\nBuild a nest</spec>', '<spec> Build a nest</spec>'],
    ['<nest><egg/></nest> is not parsed', '<nest><egg/></nest> is not parsed'],
    ['```js\nlet nest = 1\n```\nWhy is this wrong?', 'Why is this wrong?'],
    ['巣を直してください。それから寝てください', '巣を直してください。それから寝てください'],
    ['巣'.repeat(70), `${'巣'.repeat(59)}…`],
    [`${'a'.repeat(80)} b`, `${'a'.repeat(59)}…`],
    [
      'one two three four five six seven eight nine ten eleven, twelve thirteen',
      'one two three four five six seven eight nine ten eleven…',
    ],
    ['Hello there, \n\nI would like to know why geese fly. Thanks', 'I would like to know why geese fly'],
    ['Hallo zusammen, warum fliegen Gänse', 'Hallo zusammen, warum fliegen Gänse'],
    [
      'What are the big "ideas", ie. nests, eggs, and so on? Thanks',
      'What are the big "ideas", ie. nests, eggs, and so on?',
    ],
    ['   ', ''],
  ]
  for (const [text, title] of cases)
    it(`is ${JSON.stringify(title)} for ${JSON.stringify(text.slice(0, 40))}`, () => {
      assert.equal(cleanTitle(text), title)
    })
  it('looks at the beginning of a long text alone, in time that grows with its length', () => {
    for (const text of [
      '*'.repeat(1e6),
      '['.repeat(1e6),
      '```\n'.repeat(1e5),
      '. '.repeat(1e6),
      '<a '.repeat(1e6),
      `${'so '.repeat(1e6)}x`,
    ]) {
      const title = cleanTitle(text)
      assert.ok(title.length <= 120, title)
    }
  })
})

it('a title that is cleaned is one line of at most 60 characters, whatever the text', () => {
  const words = fc.constantFrom(
    'please',
    'fix',
    '**it**',
    '`x`',
    '\n\n',
    '# ',
    '<a>',
    '[b](c)',
    '。',
    'hi,',
    '😀',
    '- ',
    '. ',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string()), { maxLength: 30 }), (some) => {
      const title = cleanTitle(some.join(' '))
      assert.ok(Array.from(title).length <= 60, title)
      assert.doesNotMatch(title, /[\n\r\t]/)
    }),
  )
})
