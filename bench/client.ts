import { Agent, request } from 'node:http'

/** A GraphQL client that costs little: it shares the machine with the server it measures. */
export interface Client {
  /** Answers the data; throws when the answer has errors, or user errors in its first field. */
  ask(query: string, variables?: object): Promise<Answer>
  close(): void
}
export type Answer = Readonly<Record<string, Payload>>
export interface Payload {
  readonly userErrors?: readonly object[]
  readonly [field: string]: unknown
}

/** Returns a client with connections that are kept open. */
export function clientOf(url: string, connections = 64): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    async ask(query, variables = {}) {
      const text = await post(agent, url, JSON.stringify({ query, variables }))
      const { data, errors } = JSON.parse(text) as { data?: Answer; errors?: object[] }
      const faults = [...(errors ?? []), ...Object.values(data ?? {}).flatMap((payload) => payload.userErrors ?? [])]
      if (data === undefined || faults.length > 0) throw new Error(`The server answered ${text.slice(0, 500)}`)
      return data
    },
    close: () => agent.destroy(),
  }
}

function post(agent: Agent, url: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('end', () => resolve(text))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** What a host sends for each turn. */
export const STORE_TURN = `mutation Store($input: StoreTurnInput!) {
  storeTurn(input: $input) { message { id } observation { id } userErrors { code message } }
}`
