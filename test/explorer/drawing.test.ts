import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { Client, Provider, type Exchange } from 'urql'
import { empty, mergeMap, pipe, tap } from 'wonka'
import { WebSocket } from 'ws'

it("draws a conversation's screen without asking the server: a drawing that is given up and begun again asks nothing twice", async () => {
  // Where the page keeps its key, and what it would follow changes by.
  Object.assign(globalThis, { sessionStorage: { getItem: () => null }, WebSocket })
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- its types are a browser's, and stay away
  const { useTalk } = (await import('../../src/explorer/conversation/useTalk.ts' as string)) as {
    useTalk: (displayed: object) => object
  }
  const asked: string[] = []
  const server: Exchange = () => (operations) =>
    pipe(
      operations,
      tap(({ kind, context }) => asked.push(`${kind} ${context.requestPolicy}`)),
      mergeMap(() => empty),
    )
  const client = new Client({ url: 'http://localhost/graphql', exchanges: [server], preferGetMethod: false })
  const drawn: object[] = []
  const Screen = () => {
    drawn.push(useTalk({ id: 'c', at: null, asOf: null, view: 'PROMPTS', values: 'CURRENT' }))
    return null
  }
  renderToString(createElement(Provider, { value: client }, createElement(Screen)))
  assert.equal(drawn.length, 1)
  // It looks into its cache.
  assert.deepEqual(new Set(asked), new Set(['query cache-only', 'teardown cache-only']))
})
