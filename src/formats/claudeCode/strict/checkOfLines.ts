import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { JsonObject } from '../../../domain/model.ts'
import { asText } from '../../reading/values.ts'
import { lineKind } from './lineKind.ts'
import schemas from './lines.schema.json' with { type: 'json' }

/** Returns why no schema fits a value; null where one does. */
export type Check = (value: JsonObject) => string | null

/** Returns what checks the values of lines by their schemas. */
export function checkOfLines(): Check {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false })
  const kinds = new Map<string, object>(Object.entries(schemas.$defs))
  const compiled = new Map<string, ValidateFunction>()
  return (value) => {
    const kind = lineKind(value)
    const schema = kinds.get(kind)
    if (schema === undefined) return `No schema is known of a "${kind}" line${versionText(value)}.`
    const validate = compiled.get(kind) ?? ajv.compile(schema)
    compiled.set(kind, validate)
    return validate(value) ? null : `A "${kind}" line${versionText(value)} ${reasonOf(validate.errors?.[0], schema)}.`
  }
}

function versionText(value: JsonObject): string {
  const version = asText(value['version'])
  return version === null ? '' : ` of version ${JSON.stringify(version)}`
}

function reasonOf(error: ErrorObject | undefined, schema: { readonly 'x-versions'?: readonly string[] }): string {
  if (error?.instancePath === '/version') return `was seen in versions ${schema['x-versions']?.join(', ')} only`
  const where = error?.instancePath ? `at "${error.instancePath}" ` : ''
  return `does not fit its schema: ${where}it ${error?.message ?? 'is wrong'}`
}
