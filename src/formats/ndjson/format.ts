import { asObject } from '../reading/values.ts'
import type { Format } from '../format.ts'

/** Turngraph's own form of one conversation, with all that it cannot be without: the lines of a backup. */
export const ndjson: Format = {
  name: 'NDJSON',
  mediaType: 'application/x-ndjson; charset=utf-8',
  files: ['*.ndjson'],
  recognises: ({ objects }) =>
    objects[0]?.['line'] === 'header' && asObject(objects[0]['value'])?.['format'] === 'turngraph',
  isOwn: true,
  write: (source) => source.ownForm(),
}
