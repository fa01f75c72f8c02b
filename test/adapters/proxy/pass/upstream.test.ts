import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { targetOf } from '../../../../src/adapters/proxy/pass/upstream.ts'

const both = { openAi: 'https://openai.test/v1', anthropic: 'https://anthropic.test' }
function sentTo(path: string, isAnthropic = false, upstreams: Parameters<typeof targetOf>[0] = both): string {
  const target = targetOf(upstreams, path, isAnthropic)
  return 'refusal' in target
    ? `refused: ${target.variable ?? 'never'}`
    : `${target.url.host} ${target.path} ${target.wire?.name ?? '-'}`
}

describe('where a request goes', () => {
  it('is the provider of its path, whosever headers it has', () => {
    for (const isAnthropic of [false, true]) {
      assert.equal(sentTo('/v1/messages', isAnthropic), 'anthropic.test /v1/messages messages')
      assert.equal(sentTo('/v1/messages/count_tokens', isAnthropic), 'anthropic.test /v1/messages/count_tokens -')
      assert.equal(sentTo('/v1/responses', isAnthropic), 'openai.test /v1/responses responses')
      assert.equal(sentTo('/v1/chat/completions?a=b?c', isAnthropic), 'openai.test /v1/chat/completions?a=b?c chat')
    }
  })

  it('is by its headers where both providers have the path, and the one that there is where one is set', () => {
    assert.equal(sentTo('/v1/models', true), 'anthropic.test /v1/models -')
    assert.equal(sentTo('/v1/models', false), 'openai.test /v1/models -')
    assert.equal(sentTo('/v1/models', true, { ...both, anthropic: null }), 'openai.test /v1/models -')
    assert.equal(sentTo('/v1/models', false, { ...both, openAi: null }), 'anthropic.test /v1/models -')
  })

  it('is told by what an encoded path means, and sent as it came', () => {
    assert.equal(sentTo('/v1/%6dessages', false), 'anthropic.test /v1/%6dessages messages')
    assert.equal(sentTo('/v1/%72esponses', true), 'openai.test /v1/%72esponses responses')
    for (const path of ['/v1/%zz', '/v1/%ff', '/v1/a#b']) assert.equal(sentTo(path), 'refused: never', path)
  })

  it('is below the path of the upstream, with or without an end', () => {
    const upstreams = { openAi: 'https://a.test/api/v1/', anthropic: 'https://b.test/x/v1' }
    assert.equal(sentTo('/v1/responses', false, upstreams), 'a.test /api/v1/responses responses')
    assert.equal(sentTo('/v1/messages', false, upstreams), 'b.test /x/v1/messages messages')
  })

  it('is nowhere, with the variable that would let it pass, where the provider is not set', () => {
    const none = { openAi: null, anthropic: null }
    assert.equal(sentTo('/v1/messages', false, none), 'refused: PROXY_ANTHROPIC_UPSTREAM')
    assert.equal(sentTo('/v1/responses', true, none), 'refused: PROXY_OPENAI_UPSTREAM')
    assert.equal(sentTo('/v1/messagesx', false, { ...both, openAi: null }), 'anthropic.test /v1/messagesx -')
  })

  it('is never another host, nor above the path of the upstream', () => {
    const paths = [
      '',
      'v1/models',
      'https://evil.test/v1',
      '//evil.test/v1/models',
      '/v1/../x',
      '/v1/./models',
      '/v1/%2e%2E/x',
      '/v1/a%2f..%2fx',
      '/v1\\..\\x',
      '/v1/.%2e',
    ]
    for (const path of paths) assert.equal(sentTo(path), 'refused: never', path)
    assert.equal(sentTo('/v1/models/...'), 'openai.test /v1/models/... -')
    assert.equal(sentTo('/v1/models?at=../x'), 'openai.test /v1/models?at=../x -')
  })
})
