/** Runs in a thread of its own: a schema of a caller may hold a pattern that never ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { Ajv } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { AnySchema, ValidateFunction } from 'ajv'
import type { SchemaAnswer, SchemaQuestion } from './jsonSchemaMessages.ts'

const options = { strict: false, validateFormats: false, logger: false } as const
const longest = 500

function compiled(schema: AnySchema): ValidateFunction {
  const { $schema } = (typeof schema === 'object' ? schema : {}) as { readonly $schema?: unknown }
  const named = typeof $schema === 'string' ? $schema : ''
  if (/draft-0[67]/.test(named)) return new Ajv(options).compile(withoutName(schema))
  if (named.includes('2019-09')) return new Ajv2019(options).compile(schema)
  return new Ajv2020(options).compile(schema)
}

/** Draft 6 is read as draft 7, which only adds to it. */
function withoutName(schema: AnySchema): AnySchema {
  if (typeof schema !== 'object') return schema
  const { $schema: _named, ...rest } = schema as Record<string, unknown>
  return rest
}

function judge(validate: ValidateFunction, text: string): Omit<SchemaAnswer, 'number'> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { survives: false, reason: 'It is not JSON.' }
  }
  if (validate(value)) return { survives: true, reason: null }
  const [error] = validate.errors ?? []
  const where = error?.instancePath ? `"${error.instancePath}"` : 'It'
  const why = error?.message === undefined ? '' : `: ${error.message}`
  return { survives: false, reason: `${where} does not match the schema${why}.`.slice(0, longest) }
}

const port = parentPort
try {
  const validate = compiled((workerData as { schema: AnySchema }).schema)
  port?.postMessage({ obstacle: null })
  port?.on('message', ({ number, text }: SchemaQuestion) => {
    port.postMessage({ number, ...judge(validate, text) } satisfies SchemaAnswer)
  })
} catch (thrown) {
  port?.postMessage({ obstacle: thrown instanceof Error ? thrown.message.slice(0, longest) : String(thrown) })
}
