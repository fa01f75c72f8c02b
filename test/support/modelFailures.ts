import type { ServerResponse } from 'node:http'
import { streams, type Model } from '../graphql/support/model.ts'

/** A way in which a model's endpoint fails, and what is told of it; whatever it says holds the word "secret". */
export interface ModelFailure {
  readonly name: string
  readonly does: Model['does']
  readonly details: { readonly kind: string; readonly status: number | null }
}

const json = { 'content-type': 'application/json' }
const page = '<html><body>secret</body></html>'
const noChoices = JSON.stringify({ id: 'x', object: 'chat.completion', model: 'secret', choices: [] })

const status = (code: number, body: string): ModelFailure => ({
  name: `answers ${code}`,
  does: (_, response) => void response.writeHead(code).end(body),
  details: { kind: 'STATUS', status: code },
})

/** Each way in which an endpoint fails, whether it is asked for an answer in one piece or streamed. */
export const modelFailures: readonly ModelFailure[] = [
  status(401, '{"error":{"message":"secret"}}'),
  status(500, 'secret'),
  status(503, page),
  {
    name: 'answers with a page of HTML',
    does: (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(page),
    details: { kind: 'NO_ANSWER', status: null },
  },
  {
    name: 'answers without a choice',
    does: ({ stream }, response) => (stream ? streamsNothing(response) : response.writeHead(200, json).end(noChoices)),
    details: { kind: 'NO_CHOICES', status: null },
  },
  {
    name: 'is cut off',
    does: (asked, response) =>
      asked.stream ? streams(['Half secret'], { breaks: true })(asked, response) : breaksOff(response),
    details: { kind: 'CUT_OFF', status: null },
  },
]

function streamsNothing(response: ServerResponse): void {
  const chunk = { id: 'x', object: 'chat.completion.chunk', created: 1, model: 'secret', choices: [] }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`)
}

/** Says how long it is going to be, and ends before that. */
function breaksOff(response: ServerResponse): void {
  response.writeHead(200, { ...json, 'content-length': noChoices.length })
  response.write(noChoices.slice(0, 20), () => response.destroy())
}
