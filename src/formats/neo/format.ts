import type { StoredFile } from '../plan.ts'
import { recordFormat } from '../reading/records/recordFormat.ts'
import type { Companions, ReadContext, RecordFormat } from '../reading/tree/steps.ts'
import {
  checkNeoId,
  isMeta,
  isRecord,
  isTurn,
  neoFileOf,
  neoFiles,
  neoSiblings,
  storedFileOf,
  type NeoFile,
} from './files.ts'
import { NeoReader } from './reader.ts'
import { neoSays } from './turns.ts'
import { omissionsOf, writeJson, writeJsonl } from './write.ts'

const family = 'NEO'
const reader = (context: ReadContext) => new NeoReader(context)

/** Turns stand in the JSON file first, then in the archive, then in the hot file, whichever was imported first. */
function companionsOf(own: NeoFile, stored: readonly StoredFile[]): Companions {
  const rank = (file: NeoFile) => neoFiles.indexOf(file)
  const files = stored
    .flatMap((one) => ({ file: storedFileOf(one), open: () => one.open() }))
    .flatMap(({ file, open }) => (file === null || file === 'META' || file === own ? [] : [{ file, open }]))
    .sort((a, b) => rank(a.file) - rank(b.file))
  const sources = (some: typeof files) => some.map(({ open }) => ({ name: null, open, slice: noSlice }))
  return {
    before: sources(files.filter(({ file }) => rank(file) < rank(own))),
    after: sources(files.filter(({ file }) => rank(file) > rank(own))),
  }
}

/** Stored files are read from their beginning. */
const noSlice = () => Promise.reject(new Error('A stored file has no slices.'))

/** A Neo store's conversation in one JSON file. */
export const neoJson = recordFormat({
  name: 'NEO_JSON',
  mediaType: 'application/json; charset=utf-8',
  files: ['conversations/<id>.json'],
  family,
  recognises: ({ objects }) => objects.some(isRecord),
  entries: 'STEPS',
  long: [['turns']],
  companions: (_fileName, stored) => companionsOf('JSON', stored),
  checkId: checkNeoId,
  siblings: neoSiblings,
  reader,
  isOfPath: true,
  holdsTitle: true,
  says: neoSays,
  write: writeJson,
  leavesOut: (source, omissions) => omissionsOf(source, ['JSON'], omissions),
})

const jsonl = {
  name: 'NEO_JSONL',
  family,
  entries: 'RECORDS',
  long: [['turns']],
  part: (fileName) => {
    const file = neoFileOf(fileName, 'HOT')
    return file === 'ARCHIVE' || file === 'META' ? `${file}.` : ''
  },
  companions: (fileName, stored) => companionsOf(neoFileOf(fileName, 'HOT'), stored),
  checkId: checkNeoId,
  isSidecar: (fileName) => neoFileOf(fileName, 'HOT') === 'META',
  reader,
} satisfies RecordFormat

/** A Neo store's conversation as lines: the hot file, its archive, and the sidecar with what lines do not tell. */
export const neoJsonl = recordFormat({
  ...jsonl,
  isOfPath: true,
  siblings: neoSiblings,
  holdsTitle: true,
  says: neoSays,
  parts: ['HOT', 'ARCHIVE', 'META'],
  write: writeJsonl,
  leavesOut: (source, omissions) => omissionsOf(source, ['HOT', 'ARCHIVE'], omissions),
  mediaType: 'application/x-ndjson; charset=utf-8',
  files: ['conversations/<id>.jsonl', 'conversations/<id>.archive.jsonl', 'conversations/<id>.meta.json'],
  recognises: ({ objects, layout, fileName }) =>
    (layout === 'LINES' && objects.some(isTurn)) ||
    (objects.length === 1 && objects.some((value) => isMeta(value, fileName))),
})
