import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../src/domain/model.ts'
import { looksLike } from '../../src/formats/looksLike.ts'
import type { Sample } from '../../src/formats/reading/sample.ts'

const words = (sample: Partial<Sample>) =>
  looksLike({ objects: [], text: '', isArray: false, layout: 'VALUES', ...sample } as Sample)
const ofObjects = (...objects: JsonObject[]) => words({ objects })

describe('a file of no format', () => {
  it('looks like what is often tried', () => {
    assert.equal(ofObjects({ $schema: 's', type: 'object' }), 'a JSON Schema')
    assert.equal(ofObjects({ name: 'p', dependencies: {} }), 'a package.json')
    assert.equal(ofObjects({ model: 'm', input: [] }), 'a stored prompt of the OpenAI Responses API')
  })

  it('looks like an object with its members, eight of which are named', () => {
    assert.equal(ofObjects({}), 'a JSON object without members')
    assert.equal(ofObjects({ a: 1, 'né "b"': 2 }), 'a JSON object with the members "a", "né \\"b\\""')
    const many = Object.fromEntries('abcdefghij'.split('').map((name) => [name, 1]))
    assert.match(ofObjects(many), /"h" and 2 more$/)
    assert.match(ofObjects({ ['x'.repeat(41)]: 1 }), /"x{40}"$/)
  })

  it('looks like what stands in its first list of objects too, where messages would be', () => {
    assert.equal(
      ofObjects({ n: [1], l: [{ who: 'a', said: 'b' }] }),
      'a JSON object with the members "n", "l"; in "l" are objects with "who", "said"',
    )
    assert.match(ofObjects({ l: [{}] }), /in "l" are objects with nothing$/)
  })

  it('looks like lines or an array of objects', () => {
    assert.match(words({ objects: [{ a: 1 }, { a: 2 }], layout: 'LINES' }), /^lines of JSON objects with/)
    assert.match(words({ objects: [{ a: 1 }], layout: 'LINES' }), /^a JSON object with/)
    assert.match(words({ objects: [{ a: 1 }], isArray: true }), /^an array of JSON objects with/)
  })

  it('looks like an archive, bytes, JSON or text where it has no objects', () => {
    assert.equal(words({ text: 'PK\u0003\u0004\u0000' }), 'a zip archive without a transcript in it')
    assert.equal(words({ text: 'a\u0000b' }), 'a binary file')
    assert.equal(words({ text: '[1]', isArray: true }), 'a JSON array without objects')
    assert.deepEqual(
      ['7', '\uFEFF \n"a"\nb', 'null'].map((text) => words({ text })),
      Array(3).fill('JSON without objects'),
    )
    assert.deepEqual(
      ['', 'hello', '{"a'].map((text) => words({ text })),
      Array(3).fill('text that is not JSON'),
    )
  })
})
