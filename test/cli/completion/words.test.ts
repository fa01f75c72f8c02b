import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { caseOf, childPaths, pathText, quoted, quotedForFish } from '../../../src/cli/completion/words.ts'
import fc from '../../support/properties.ts'

const command = (...path: string[]) => ({ path, what: '', options: [], commands: [] })

describe('words of a shell', () => {
  it('are read as the texts that they were, whatever these hold', () => {
    const texts = ["it's", `'"$(x)\`y\`\\`, '', 'two words', "''", 'naïve → é', 'a\nb', ...fc.sample(text, 20)]
    const { stdout } = spawnSync('sh', ['-c', `printf '%s\\000' ${texts.map(quoted).join(' ')}`], { encoding: 'utf8' })
    assert.deepEqual(stdout.split('\0').slice(0, -1), texts)
  })

  it('of fish escape what fish reads between single quotes, and nothing else', () => {
    assert.equal(quotedForFish(`it's a \\n "$x"`), `'it\\'s a \\\\n "$x"'`)
    const read = (word: string) => word.slice(1, -1).replaceAll(/\\([\\'])/g, '$1')
    fc.assert(fc.property(text, (one) => assert.equal(read(quotedForFish(one)), one)))
  })
})

const text = fc.string({ unit: fc.constantFrom('a', "'", '\\', '"', '$', ' ', '\n', 'é') })

describe('what a word makes of the command before it', () => {
  it('is a command or one below it; of the program itself nothing', () => {
    const paths = childPaths([command(), command('list'), command('keys'), command('keys', 'create')])
    assert.deepEqual(paths, [
      { before: ' list', after: 'list' },
      { before: ' keys', after: 'keys' },
      { before: 'keys create', after: 'keys create' },
    ])
    assert.deepEqual(childPaths([]), [])
  })

  it('is a line of a case that stands where it is to stand', () => {
    assert.equal(caseOf(pathText(['keys', 'create']), 'x ;;', 4), "    'keys create') x ;;")
    assert.equal(caseOf(pathText([]), 'x ;;', 0), "'') x ;;")
  })
})
