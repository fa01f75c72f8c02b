import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { it } from 'node:test'
import { newFolder } from './support/folder.ts'
import { startServer } from './support/processes.ts'
import { waitFor } from '../support/waitFor.ts'

it('a server that is killed during an upload has forgotten it when it starts again', async () => {
  const DATA = newFolder()
  const files = () =>
    readdirSync(join(DATA, 'attachments'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const first = await startServer({ DATA })
  const sent = request(`${first.url}/attachments`, { method: 'PUT', agent: false })
  sent.on('error', () => undefined)
  sent.write('begun')
  await waitFor(() => existsSync(join(DATA, 'attachments')) && files().length > 0)
  await first.kill9()
  const second = await startServer({ DATA })
  assert.equal(files().length, 0)
  const answer = await fetch(`${second.url}/attachments`, { method: 'PUT', body: 'begun' })
  const { downloadUrl } = (await answer.json()) as { downloadUrl: string }
  await second.kill9()
  const third = await startServer({ DATA })
  assert.equal(await (await fetch(`${third.url}${downloadUrl}`)).text(), 'begun')
  await third.stop()
})
