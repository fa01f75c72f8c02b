/**
 * What is kept of a request's system blocks, tools and settings: the members that are named here, at every depth, and nothing else. A
 * provider may take a credential in any of them, so one that is not known is left out.
 */
import type { Json, JsonObject } from '../../../domain/model.ts'
import { own } from '../../../runtime/own.ts'

/** Returns what is kept of a value; undefined: nothing. */
type MemberFilter = (value: Json) => Json | undefined

/** Words, numbers and switches. */
const plain: MemberFilter = (value) => (value !== null && typeof value === 'object' ? undefined : value)
/** What a model is shown, such as the schema of a tool's input: its members have any names. */
const whole: MemberFilter = (value) => value
/** Where a server is, without a user, a password, a path and a query: each of them may be a credential. */
const server: MemberFilter = (value) => {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null
  return url !== null && url.host !== '' ? `${url.protocol}//${url.host}` : undefined
}
const any =
  (...ways: readonly MemberFilter[]): MemberFilter =>
  (value) => {
    for (const way of ways) {
      const result = way(value)
      if (result !== undefined) return result
    }
    return undefined
  }
const each =
  (item: MemberFilter): MemberFilter =>
  (value) =>
    Array.isArray(value) ? (value as Json[]).flatMap((one) => item(one) ?? []) : undefined
const isObject = (value: Json): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
const pairs = (value: JsonObject, filter: (name: string, value: Json) => Json | undefined): JsonObject =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, Json][] => {
      const result = filter(name, member)
      return result === undefined ? [] : [[name, result]]
    }),
  )
const members =
  (known: Readonly<Record<string, MemberFilter>>): MemberFilter =>
  (value) =>
    isObject(value) ? pairs(value, (name, member) => own(known, name)?.(member)) : undefined
/** An object whose members have names of the caller's. */
const named =
  (item: MemberFilter): MemberFilter =>
  (value) =>
    isObject(value) ? pairs(value, (_, member) => item(member)) : undefined

const words = any(plain, each(plain))
const all = (names: string, filter: MemberFilter = plain): Record<string, MemberFilter> =>
  Object.fromEntries(names.split(' ').map((name) => [name, filter]))

const cacheControl = members(all('type ttl'))
const text = members({ ...all('type text'), cache_control: cacheControl })
const texts = any(plain, each(any(text, plain)))
const location = members({
  ...all('type city country region timezone'),
  approximate: members(all('type city country region timezone')),
})
const grammar = members({ ...all('type syntax definition'), grammar: members(all('syntax definition')) })
const schema = members({
  ...all('type name description strict'),
  schema: whole,
  json_schema: members({ ...all('name description strict'), schema: whole }),
})
const called = members({ ...all('name description strict'), parameters: whole, format: grammar })
const toolNames = any(words, members({ tool_names: words, ...all('read_only') }))

const tool: MemberFilter = (value) => knownTool(value)
const knownTool = members({
  ...all('type name description strict defer_loading eager_input_streaming max_uses max_content_tokens max_characters'),
  ...all('display_width_px display_height_px display_number display_width display_height environment enable_zoom'),
  ...all('server_label server_description connector_id mcp_server_name search_context_size max_num_results'),
  ...all('background input_fidelity model moderation output_compression output_format partial_images quality size'),
  ...all('action external_web_access execution'),
  ...all('allowed_callers allowed_domains blocked_domains vector_store_ids', words),
  ...{ parameters: whole, input_schema: whole, input_examples: whole, filters: whole },
  ...{ function: called, custom: called, format: grammar, cache_control: cacheControl, user_location: location },
  ...{ citations: members(all('enabled')), server_url: server, allowed_tools: toolNames, tools: each(tool) },
  ranking_options: members(all('ranker score_threshold')),
  require_approval: any(plain, members({ always: toolNames, never: toolNames })),
  container: any(plain, members({ ...all('type memory_limit'), file_ids: words })),
  default_config: members(all('enabled defer_loading')),
  configs: named(members(all('enabled defer_loading'))),
})

const choice = any(
  plain,
  members({
    ...all('type name mode server_label disable_parallel_tool_use'),
    ...{ function: members(all('name')), custom: members(all('name')), tools: each(tool) },
    allowed_tools: members({ ...all('mode'), tools: each(tool) }),
  }),
)
const amount = any(plain, members(all('type value')))

/** Members of a request that make its setup, whichever API it is of. */
const setupMembers: Readonly<Record<string, MemberFilter>> = {
  ...all('temperature top_p top_k max_tokens max_completion_tokens max_output_tokens max_tool_calls seed n'),
  ...all(
    'frequency_penalty presence_penalty parallel_tool_calls reasoning_effort verbosity truncation service_tier speed',
  ),
  ...all('stop stop_sequences modalities include', words),
  ...{ system: texts, instructions: texts, tools: each(tool), functions: each(called), mcp_servers: each(mcpServer) },
  ...{ tool_choice: choice, function_call: choice, response_format: schema, output_format: schema },
  logit_bias: named(plain),
  thinking: members(all('type budget_tokens display')),
  reasoning: members(all('effort summary generate_summary')),
  text: members({ ...all('verbosity'), format: schema }),
  audio: members({ ...all('format'), voice: any(plain, members(all('id'))) }),
  web_search_options: members({ ...all('search_context_size'), user_location: location }),
  prompt: members({ ...all('id version'), variables: named(plain) }),
  output_config: members({ ...all('effort'), format: schema, task_budget: members(all('type total remaining')) }),
  container: any(plain, members({ ...all('id'), skills: each(members(all('type skill_id version'))) })),
  context_management: members({
    edits: each(
      members({
        ...all('type clear_tool_inputs pause_after_compaction instructions'),
        ...all('trigger keep clear_at_least', amount),
        exclude_tools: words,
      }),
    ),
  }),
}

function mcpServer(value: Json): Json | undefined {
  return members({
    ...all('type name'),
    url: server,
    tool_configuration: members({ ...all('enabled'), allowed_tools: words }),
  })(value)
}

/** Returns what is kept of those members of a request that are named and there. */
export function setupOf(body: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name): [string, Json][] => {
      const value = own(body, name)
      const result = value == null ? undefined : own(setupMembers, name)?.(value)
      return result === undefined ? [] : [[name, result]]
    }),
  )
}
