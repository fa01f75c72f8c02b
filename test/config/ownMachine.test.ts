import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { servesOwnMachine } from '../../src/config/ownMachine.ts'

const serves = (env: Readonly<Record<string, string>>) => servesOwnMachine(readConfig(env))

it('a server serves its own machine where nobody else can reach it', () => {
  for (const HOST of ['127.0.0.1', 'localhost', '::1', '127.9.9.9']) assert.ok(serves({ HOST }), HOST)
  assert.ok(serves({}))
})

it('a server does not serve its own machine alone where others may reach it, or someone in front sends their requests on', () => {
  for (const env of [
    { HOST: '0.0.0.0', ALLOW_ANONYMOUS: '1' },
    { HOST: '192.168.0.2', ALLOW_ANONYMOUS: '1' },
    { ALLOW_ANONYMOUS: '1' },
    { AUTH: 'keys' },
    { ALLOWED_HOSTS: 'chat.example' },
    { PUBLISHED_PORT: '8080' },
  ])
    assert.ok(!serves(env), JSON.stringify(env))
})
