/** Every surface that forks passes on the warning of many open forks: `MAX_OPEN_FORKS` reaches all of them. */
// Takes long: a process for each surface.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '../../src/client/client.ts'
import { startApi } from '../graphql/support/api.ts'
import { talk } from '../graphql/support/talk.ts'
import { everyStore } from '../support/storeSettings.ts'
import { turngraph } from '../cli/support.ts'
import { connectEditor, ScriptedModel } from './acp/support/agent.ts'
import { startHost } from './mcp.ts'

for (const { name, skip, settings } of await everyStore())
  describe(`a server that wants one open fork of a place, on ${name}`, { skip }, () => {
    it('says so by GraphQL, MCP, the command line and ACP', async () => {
      const api = await startApi({ ...(await settings()), MAX_OPEN_FORKS: '1' })
      const client = await connect({ url: api.url })
      const [host, connected] = [await startHost(client), connectEditor(client, new ScriptedModel())]
      try {
        await talk(api, 'c', 'one', 'two')
        const fork = 'mutation { forkConversation(input: { source: "c" }) { warnings { code message } } }'
        assert.deepEqual((await api.ask(fork)).forkConversation.warnings, [])
        const [warned] = (await api.ask(fork)).forkConversation.warnings
        assert.match(warned.message, /With this fork more than 1 are open at this place of "c"/)
        const tool = await host.done<{ warnings: { code: string }[] }>('fork_conversation', { source: 'c' })
        const shell = await turngraph({}, '--url', api.url, 'fork', 'c')
        await connected.editor.begin()
        const { _meta } = await connected.editor.ask<{ _meta: { turngraph: { warnings: { code: string }[] } } }>(
          'session/fork',
          { sessionId: 'c', cwd: '/w', mcpServers: [] },
        )
        const codes = [[warned], tool.warnings, _meta.turngraph.warnings].map((list) => list.map(({ code }) => code))
        assert.deepEqual(codes, [['MANY_OPEN_FORKS'], ['MANY_OPEN_FORKS'], ['MANY_OPEN_FORKS']])
        assert.deepEqual([shell.status, shell.stderr.includes(warned.message)], [0, true])
      } finally {
        await connected.leave()
        connected.editor.assertValid()
        await host.end()
        await client.close()
        await api.close()
      }
    })
  })
