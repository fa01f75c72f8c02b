import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { isInstalled } from '../../../scripts/testing/prepare.ts'
import { resumeConversation } from '../../../src/app/resume/resumeConversation.ts'
import type { JsonObject } from '../../../src/domain/model.ts'
import { startApi } from '../../graphql/support/api.ts'
import { imports, noSharedData, sharedTranscripts } from '../../support/transcripts.ts'
import { homeFolder, machineAt } from '../../support/watched.ts'
import type { Sdk } from './statements.ts'

const folder = 'test/adapters/claudeAgentSdk'
const noPackages = isInstalled(folder) ? false : `npm ci --prefix ${folder} installs the packages that this needs`

describe('sessions that Claude Code is given', { skip: noPackages || noSharedData }, () => {
  it("are read by the SDK's own functions, every line of them", { timeout: 120_000 }, async () => {
    const home = homeFolder()
    process.env['CLAUDE_CONFIG_DIR'] = join(home, '.claude')
    const { sdk } = (await import('./judges/sdk.ts')) as { readonly sdk: Sdk }
    const api = await startApi()
    const ownAgents = { machine: machineAt(home), takes: () => true }
    const tried: number[] = []
    for (const { bytes } of sharedTranscripts().filter(({ bytes: all }) => all.length < 500_000)) {
      const { conversations } = await imports(api.app.scope(), bytes)
      const { id: conversationId, sidechainOf } = conversations[0] ?? assert.fail()
      if (sidechainOf !== null) continue
      const asked = { conversationId, agent: 'claude-code', cwd: home, putHere: true }
      const { session } = await resumeConversation({ ...api.app.scope(), ownAgents }, asked)
      const lines = readFileSync(session.file ?? assert.fail(), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as JsonObject)
      const read = (await sdk.getSessionMessages(session.id, {})) as readonly JsonObject[]
      assert.deepEqual(
        read.map(({ uuid, message }) => ({ uuid, message })),
        lines.map(({ uuid, message }) => ({ uuid, message })),
      )
      tried.push(read.length)
    }
    await api.close()
    assert.ok(tried.length >= 5 && tried.some((count) => count > 20), String(tried))
  })
})
