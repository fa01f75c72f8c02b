import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chatWire } from '../../../../src/adapters/proxy/wires/chat.ts'
import { messagesWire } from '../../../../src/adapters/proxy/wires/messages.ts'
import { responsesWire } from '../../../../src/adapters/proxy/wires/responses.ts'
import type { Wire } from '../../../../src/adapters/proxy/wires/wire.ts'
import type { Json, JsonObject } from '../../../../src/domain/model.ts'

const secret = 'CANARY'
const talk: Readonly<Record<string, Json>> = {
  messages: { messages: [{ role: 'user', content: 'hello' }] },
  chat: { messages: [{ role: 'user', content: 'hello' }] },
  responses: { input: 'hello' },
}
const setup = (wire: Wire, more: JsonObject): JsonObject =>
  wire.request({ model: 'm', ...(talk[wire.name] as JsonObject), ...more })?.setup ?? {}

/** Setups as programs send them, of which every member is known. */
const known: readonly (readonly [Wire, JsonObject])[] = [
  [
    messagesWire,
    {
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral', ttl: '1h' } }],
      max_tokens: 9,
      temperature: 0,
      stop_sequences: ['x'],
      thinking: { type: 'enabled', budget_tokens: 3 },
    },
  ],
  [
    messagesWire,
    {
      tools: [
        {
          name: 'Read',
          description: 'reads',
          input_schema: {
            type: 'object',
            properties: { headers: { type: 'string', default: { authorization: 'any' } } },
          },
          cache_control: { type: 'ephemeral' },
        },
        {
          type: 'web_search_20250305',
          name: 'web_search',
          max_uses: 2,
          allowed_domains: ['a.example'],
          user_location: { type: 'approximate', city: 'Ulm' },
        },
        {
          type: 'mcp_toolset',
          mcp_server_name: 's',
          default_config: { enabled: false },
          configs: { one: { enabled: true } },
        },
      ],
    },
  ],
  [
    messagesWire,
    {
      context_management: {
        edits: [{ type: 'clear_tool_uses', trigger: { type: 'input_tokens', value: 3 }, exclude_tools: ['a'] }],
      },
      tool_choice: { type: 'tool', name: 'Read' },
      container: { id: 'c', skills: [{ type: 'custom', skill_id: 's', version: '1' }] },
      mcp_servers: [
        {
          type: 'url',
          name: 's',
          url: 'https://h.example:8443',
          tool_configuration: { enabled: true, allowed_tools: ['t'] },
        },
      ],
    },
  ],
  [
    responsesWire,
    {
      instructions: 'Be brief.',
      tools: [
        { type: 'function', name: 'shell', strict: true, parameters: { type: 'object' } },
        { type: 'custom', name: 'patch', format: { type: 'grammar', syntax: 'lark', definition: 'x' } },
        { type: 'namespace', name: 'n', tools: [{ type: 'function', name: 'inner', parameters: {} }] },
        {
          type: 'mcp',
          server_label: 'l',
          server_url: 'https://h.example',
          allowed_tools: { tool_names: ['a'] },
          require_approval: { never: { tool_names: ['a'] } },
        },
      ],
      reasoning: { effort: 'high', summary: 'auto' },
      text: { verbosity: 'low', format: { type: 'json_schema', name: 'n', schema: { a: 1 } } },
      include: ['reasoning.encrypted_content'],
      prompt: { id: 'p', version: '2', variables: { city: 'Ulm' } },
    },
  ],
  [
    chatWire,
    {
      tools: [
        { type: 'function', function: { name: 'f', description: 'd', parameters: { type: 'object' }, strict: false } },
      ],
      tool_choice: {
        type: 'allowed_tools',
        allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'f' } }] },
      },
      functions: [{ name: 'g', parameters: {} }],
      function_call: { name: 'g' },
      logit_bias: { 50: -100 },
      response_format: { type: 'json_schema', json_schema: { name: 'n', schema: { a: [1] }, strict: true } },
      stop: ['a', 'b'],
      audio: { voice: 'alloy', format: 'wav' },
      web_search_options: {
        search_context_size: 'low',
        user_location: { type: 'approximate', approximate: { city: 'Ulm' } },
      },
    },
  ],
]

/** Returns a value with further members in every object of it, however deep, but those of a schema. */
function strewn(value: Json, name = ''): Json {
  if (Array.isArray(value)) return (value as Json[]).map((one) => strewn(one, name))
  if (value === null || typeof value !== 'object' || /schema|parameters|logit_bias|variables|configs/.test(name))
    return value
  const inner = Object.entries(value).map(([member, one]) => [member, strewn(one, member)] as const)
  const more = ['authorization', 'authorization_token', 'headers', 'env', 'api_key', 'unknown'].map(
    (member) => [member, member === 'headers' ? { Authorization: secret } : secret] as const,
  )
  return Object.fromEntries([...inner, ...more])
}

describe('what is kept of the setup of a request', () => {
  it('is all that is known of each of the three APIs, the schemas of tools whole', () => {
    for (const [wire, more] of known) assert.deepEqual(setup(wire, more), more)
  })

  it('is nothing else, at no depth: no credential, whatever its name', () => {
    for (const [wire, more] of known) {
      const kept = setup(wire, strewn(more) as JsonObject)
      assert.ok(!JSON.stringify(kept).includes(secret), JSON.stringify(kept))
      assert.deepEqual(kept, more)
    }
  })

  it('is of the address of a server the host alone', () => {
    const addresses = [`https://u:${secret}@h.example/x`, `https://h.example/${secret}?token=${secret}#${secret}`]
    for (const url of addresses) {
      assert.deepEqual(setup(messagesWire, { mcp_servers: [{ name: 's', url }] }), {
        mcp_servers: [{ name: 's', url: 'https://h.example' }],
      })
      assert.deepEqual(setup(responsesWire, { tools: [{ type: 'mcp', server_url: url }] }), {
        tools: [{ type: 'mcp', server_url: 'https://h.example' }],
      })
    }
    assert.deepEqual(setup(messagesWire, { mcp_servers: [{ name: 's', url: `${secret}:x` }] }), {
      mcp_servers: [{ name: 's' }],
    })
  })

  it('has no member in a form that it never has', () => {
    const odd = {
      system: { text: secret },
      tools: { tools: [secret] },
      max_tokens: { secret },
      tool_choice: [secret],
      thinking: secret,
    }
    assert.deepEqual(setup(messagesWire, odd), {})
  })
})
