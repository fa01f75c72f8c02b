import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { python, whyNoPython } from '../../scripts/clients.ts'
import { startApi } from '../graphql/support/api.ts'
import { talk } from '../graphql/support/talk.ts'
import { tenantApi } from '../tenants/support/tenantApi.ts'
import * as operations from './operations.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))

it(
  'gql of Python pages through a conversation, stores a turn and follows others',
  { skip: whyNoPython() ?? false },
  async (t) => {
    const server = await startApi({ AUTH: 'keys' })
    t.after(() => server.close())
    const api = await tenantApi(server, 'gql')
    await talk(api, 'up', 'One.', 'Two.', 'Three.', 'Four.', 'Five.')
    await talk(api, 'down', 'One.', 'Two.', 'Three.', 'Four.', 'Five.')
    const env = { ...process.env, PYTHONPATH: `${folder}settings`, PYTHONDONTWRITEBYTECODE: '1' }
    const child = spawn(python, [`${folder}walks/walk.py`, api.url, api.key], { env })
    child.stdin.end(JSON.stringify(operations))
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    assert.equal(stderr, '')
    assert.deepEqual(JSON.parse(stdout), {
      opened: { title: 'One.', turnCount: 5 },
      first: ['One.', 'Two.'],
      next: ['Three.', 'Four.'],
      last: ['Four.', 'Five.'],
      previous: ['Two.', 'Three.'],
      stored: 6,
      shown: { title: 'One.', turnCount: 6 },
      followed: 7,
      'at last': { title: 'One.', turnCount: 7 },
    })
  },
)
