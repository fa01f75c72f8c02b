import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** A JSON-RPC message as it was sent. */
export interface Message {
  readonly jsonrpc: string
  readonly id?: string | number | null
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: unknown
  readonly error?: {
    readonly code: number
    readonly message: string
    readonly data?: Readonly<Record<string, unknown>>
  }
}

interface Definition {
  readonly 'x-method'?: string
  readonly 'x-side'?: string
}
const path = fileURLToPath(import.meta.resolve('@agentclientprotocol/sdk/schema/v1/schema.unstable.json'))
const schema = JSON.parse(readFileSync(path, 'utf8')) as { readonly $defs: Readonly<Record<string, Definition>> }
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
ajv.addSchema(schema, 'acp')

const compiled = new Map<string, ValidateFunction>()
function checks(name: string): ValidateFunction {
  const check = compiled.get(name) ?? ajv.compile({ $ref: `acp#/$defs/${name}` })
  compiled.set(name, check)
  return check
}

/** Returns the definition of a method's request, notification or response. */
function definitionOf(method: string, kind: 'Request' | 'Notification' | 'Response'): string {
  const found = Object.entries(schema.$defs).find(([name, { 'x-method': of }]) => of === method && name.endsWith(kind))
  assert.ok(found, `the schema has no ${kind} of ${method}`)
  return found[0]
}

/** Holds every message of one side to the protocol's JSON Schema. `methods`: what its answers answer, by id. */
export function assertValid(sent: readonly Message[], methods: ReadonlyMap<unknown, string>): void {
  for (const message of sent) {
    assert.equal(message.jsonrpc, '2.0')
    const [name, value] = partOf(message, methods)
    const check = checks(name)
    assert.ok(check(value), `${JSON.stringify(message).slice(0, 500)}: ${JSON.stringify(check.errors)}`)
  }
}

function partOf(message: Message, methods: ReadonlyMap<unknown, string>): [string, unknown] {
  const { method, params, id, result, error } = message
  if (method !== undefined) return [definitionOf(method, id === undefined ? 'Notification' : 'Request'), params]
  if (error !== undefined) return ['Error', error]
  const of = methods.get(id)
  assert.ok(of !== undefined, `an answer to nothing: ${JSON.stringify(message)}`)
  return [definitionOf(of, 'Response'), result]
}
