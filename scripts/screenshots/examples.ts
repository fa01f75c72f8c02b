import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'

const examples = join(root, 'examples')

/** Stores what the pictures show: the transcripts of `examples/`, and the README's conversation with its versions and its fork. */
export async function seedExamples(url: string): Promise<void> {
  const files = readdirSync(examples, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'))
  for (const file of files.sort()) {
    const body = readFileSync(join(examples, file))
    const answer = await fetch(`${url}/import?fileName=${encodeURIComponent(file)}`, { method: 'POST', body })
    if (!answer.ok) throw new Error(`${file} was not imported: ${await answer.text()}`)
  }
  const store = (turns: string): Promise<unknown> =>
    ask(url, `mutation { storeTurns(input: { turns: [${turns}] }) { userErrors { message } } }`)
  await seedErased(store, (query) => ask(url, query))
  await store(`
    { conversationId: "trip", turnId: "1", role: USER, text: "Plan a **weekend in Lisbon** for two." }
    { conversationId: "trip", turnId: "2", role: ASSISTANT, text: ${JSON.stringify(plans)}, model: "model-a",
      usage: { inputTokens: 1240, outputTokens: 310, costUsd: 0.012 } }
    { conversationId: "trip", turnId: "3", role: USER, text: "By train." }
    { conversationId: "trip", turnId: "4", role: ASSISTANT, text: "Leave on Friday at 18:00.", model: "model-a" }`)
  await store(`
    { conversationId: "trip", turnId: "3", role: USER, text: "By train, but not at night." }
    { conversationId: "trip", turnId: "4b", role: ASSISTANT, text: ${JSON.stringify(answer)}, model: "model-a",
      usage: { inputTokens: 1620, outputTokens: 240, costUsd: 0.014 } }
    { conversationId: "trip", turnId: "5", role: USER, text: "And what does that cost?" }
    { conversationId: "trip", turnId: "6", role: ASSISTANT, text: "About 180 € for both.", model: "model-a" }`)
  await ask(
    url,
    `mutation {
      title: updateConversation(input: { id: "trip", title: "A weekend in Lisbon" }) { userErrors { message } }
      fork: forkConversation(input: { source: "trip", at: { turn: 2 }, newConversationId: "trip-plane",
        title: "The same by plane" }) { userErrors { message } }
      good: checkpoint(input: { conversationId: "trip", at: { turn: 4 }, name: "itinerary" }) { userErrors { message } }
    }`,
  )
  await store(`
    { conversationId: "trip-plane", turnId: "3p", role: USER, text: "By plane." }
    { conversationId: "trip-plane", turnId: "4p", role: ASSISTANT, text: "Fly on Friday at 16:20; you land at 17:35.",
      model: "model-b", usage: { inputTokens: 1500, outputTokens: 90, costUsd: 0.004 } }`)
  await ask(
    url,
    `mutation {
      amendMessage(input: { messageId: "trip:6", fields: { text: "About 180 € for both, there and back." } }) { userErrors { message } }
    }`,
  )
  await seedRunning(store, (query) => ask(url, query))
}

/** A key that leaked, and an address that its owner wants gone. */
async function seedErased(
  store: (turns: string) => Promise<unknown>,
  mutate: (query: string) => Promise<unknown>,
): Promise<void> {
  await store(`
    { conversationId: "deploy", turnId: "1", role: USER, text: "Put the bakery's page online. The key is key-7f3a-0c21." }
    { conversationId: "deploy", turnId: "2", role: ASSISTANT, text: "It is online, with Friday's prices.", model: "model-a" }
    { conversationId: "deploy", turnId: "3", role: USER, text: "Write to the guest who asked for the rye bread: 12 Mill Lane." }
    { conversationId: "deploy", turnId: "4", role: ASSISTANT, text: "The letter is written.", model: "model-a" }
    { conversationId: "deploy", turnId: "5", role: USER, text: "That key has leaked: how do I renew it?" }
    { conversationId: "deploy", turnId: "6", role: ASSISTANT, text: "In the settings of the host: **Keys**, then **Renew**.", model: "model-a" }`)
  await mutate(`mutation {
    title: updateConversation(input: { id: "deploy", title: "The bakery's page goes online" }) { userErrors { message } }
    erase(input: { messageIds: ["deploy:1"], reason: SECRET_LEAKED, note: "The key was renewed the same day." }) { userErrors { message } }
    two: erase(input: { messageIds: ["deploy:3"], reason: DATA_SUBJECT_REQUEST }) { userErrors { message } }
  }`)
}

/** An agent that is still at work: its last call has no result yet. */
async function seedRunning(
  store: (turns: string) => Promise<unknown>,
  mutate: (query: string) => Promise<unknown>,
): Promise<void> {
  const run = 'conversationId: "running", runId: "r1"'
  await mutate(`mutation { claimRun(input: { ${run} }) { userErrors { message } } }`)
  const call = (id: string, name: string, input: string, said = ''): string =>
    `{ ${run}, turnId: "a${id}", role: ASSISTANT, model: "model-a", content: [${said === '' ? '' : `{ text: ${JSON.stringify(said)} }`}
      { toolCall: { callId: "c${id}", name: "${name}", input: ${input} } }] }`
  const result = (id: string, content: string): string =>
    `{ ${run}, turnId: "t${id}", role: TOOL, content: [{ toolResult: { callId: "c${id}", content: ${JSON.stringify(content)} } }] }`
  await store(`
    { ${run}, turnId: "u", role: USER, text: "Rename the bakery's price list to menu.json and mend what reads it." }
    ${call('1', 'grep', '{ pattern: "prices.json", path: "src" }', 'I look for what reads the old name first.')}
    ${result('1', 'src/till.ts:4\nsrc/window.ts:11')}
    ${call('2', 'bash', '{ command: "git mv data/prices.json data/menu.json" }')}
    ${result('2', '')}
    ${call('3', 'edit', '{ path: "src/till.ts", old: "prices.json", new: "menu.json" }', 'Two files read it; both get the new name.')}
    ${result('3', 'Written.')}
    ${call('4', 'bash', '{ command: "npm test -- till window" }', 'Now the tests of both.')}`)
}

const plans = `Gladly. Two ways to get there:

| how | door to door | leaves |
|---|---|---|
| train | 9 h | 18:00, 7:00 |
| plane | 4 h | 16:20 |

By train or by plane?`

const answer = `Leave on **Saturday at 7:00**:

\`\`\`json
{ "from": "Madrid", "to": "Lisbon", "leaves": "07:00", "changes": 2 }
\`\`\`

You are there at 16:10, in time for the evening.`

async function ask(url: string, query: string): Promise<unknown> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  const { data, errors } = (await response.json()) as {
    data?: Readonly<Record<string, { readonly userErrors: readonly unknown[] }>>
    errors?: readonly unknown[]
  }
  const refused = [...(errors ?? []), ...Object.values(data ?? {}).flatMap(({ userErrors }) => userErrors)]
  if (refused.length > 0) throw new Error(JSON.stringify(refused))
  return data
}
