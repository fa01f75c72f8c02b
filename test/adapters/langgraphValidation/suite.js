/** LangGraph's own suite for checkpointers, for vitest: every instance has a store of its own. */
import { deltaChannelHistoryTests, validate } from '@langchain/langgraph-checkpoint-validation'
import { TurngraphSaver } from '../../../src/adapters/langgraph/index.ts'
import { everyWay } from '../../client/support.ts'

const way = (await everyWay()).find(({ name }) => name === process.env.WAY)
const ends = new WeakMap()
const initializer = {
  checkpointerName: 'Turngraph',
  async createCheckpointer() {
    const { client, end } = await way.connect()
    const saver = await TurngraphSaver.connect({ client })
    ends.set(saver, end)
    return saver
  },
  destroyCheckpointer: (saver) => ends.get(saver)(),
}

validate(initializer)
deltaChannelHistoryTests(initializer)
