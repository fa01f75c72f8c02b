import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { JsonPlusSerializer } from '@langchain/langgraph-checkpoint'
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readElements, writtenElements } from '../../../src/adapters/langgraph/elements.ts'
import { read, writtenOf } from '../../../src/adapters/langgraph/encoding.ts'
import fc from '../../support/properties.ts'
import { describeOnce } from '../../support/stores.ts'

const serde = new JsonPlusSerializer()

/** A serializer of a program's own, whose lists are no texts of their elements. */
class Reversed extends JsonPlusSerializer {
  override async dumpsTyped(value: unknown): Promise<[string, Uint8Array]> {
    const [type, bytes] = await super.dumpsTyped(value)
    return [type, Uint8Array.from(bytes).reverse()]
  }
  override loadsTyped(type: string, data: Uint8Array | string) {
    return super.loadsTyped(type, Uint8Array.from(Buffer.from(data)).reverse())
  }
}

describeOnce('the elements of a list', () => {
  it('are written at once as each is by itself, and come back', () => {
    const lists = fc.array(fc.jsonValue(), { minLength: 1, maxLength: 8 })
    const sameAsEach = fc.asyncProperty(lists, async (list) => {
      const written = await writtenElements(serde, list)
      assert.deepEqual(written, await Promise.all(list.map((element) => writtenOf(serde, element))))
      const [whole, each] = [await readElements(serde, written), written.map((text) => read(serde, text))]
      assert.deepEqual(whole, await Promise.all(each))
    })
    return fc.assert(sameAsEach, { numRuns: 200 })
  })

  it('may be messages, sets, holes and texts with quotes, brackets and backslashes', async () => {
    const list: unknown[] = [
      new HumanMessage({ id: 'u', content: 'a "quoted" \\" word, [and] {more}\\' }),
      new AIMessage('x\\\\'),
      new Set([1, ',']),
      ...[undefined, '\\', '"', '],[', '{', '', {}, []],
    ]
    list.length += 1
    const written = await writtenElements(serde, list)
    assert.equal(written.length, list.length)
    assert.deepEqual(written, await Promise.all(Array.from(list, (element) => writtenOf(serde, element))))
  })

  it('are written and read one by one where the serializer is a program’s own', async () => {
    const own = new Reversed()
    const written = await writtenElements(own, ['a', 'b'])
    assert.deepEqual(written, [await writtenOf(own, 'a'), await writtenOf(own, 'b')])
    assert.equal(readElements(own, written), null)
  })
})
