import { say } from '../actions/toasts.ts'
import { ask } from '../data/key.ts'
import { root } from '../urls/urls.ts'

const sampleId = 'sample'
const question = 'Plan a **weekend in Lisbon** for two.'
const ways = `Gladly. Two ways to get there:

| how | door to door | leaves |
|---|---|---|
| train | 9 h | 18:00, 7:00 |
| plane | 4 h | 16:20 |

By train or by plane?`

const turn = (turnId: string, role: string, text: string): object => ({ conversationId: sampleId, turnId, role, text })

/** Stores a sample conversation of two branches, the same however often; returns its id, null where it could not be stored. */
export async function storeSample(): Promise<string | null> {
  const first = [
    turn('1', 'USER', question),
    turn('2', 'ASSISTANT', ways),
    turn('3', 'USER', 'By plane.'),
    turn('4', 'ASSISTANT', 'Fly on **Friday at 16:20**; you land at 17:35.'),
  ]
  const second = [
    turn('3', 'USER', 'By train, but not at night.'),
    turn('4b', 'ASSISTANT', 'Leave on **Saturday at 7:00**; you are there at 16:10, in time for the evening.'),
    turn('5', 'USER', 'What do we do if it rains?'),
    turn('6', 'ASSISTANT', 'The tile museum in the morning, a long lunch, and the tram in the afternoon.'),
  ]
  const isDone = (await store(first)) && (await store(second))
  if (!isDone) say({ text: 'The sample could not be stored.', isFault: true, buttons: [] })
  return isDone ? sampleId : null
}

async function store(turns: readonly object[]): Promise<boolean> {
  const query = 'mutation ($turns: [StoreTurnInput!]!) { storeTurns(input: { turns: $turns }) { userErrors { code } } }'
  const body = JSON.stringify({ query, variables: { turns } })
  const headers = { 'content-type': 'application/json' }
  const answer = await ask(new URL('graphql', root), { method: 'POST', headers, body }).catch(() => null)
  return answer?.ok === true
}
