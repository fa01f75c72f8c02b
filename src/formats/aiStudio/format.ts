import { attachingFormat } from '../reading/records/recordFormat.ts'
import { AiStudioReader, chunksOf } from './reader.ts'

/** Prompts of Google AI Studio, as they lie in a person's drive. */
export const aiStudio = attachingFormat({
  name: 'AI_STUDIO',
  mediaType: 'application/json; charset=utf-8',
  files: ['a file of the folder Google AI Studio, without an ending'],
  recognises: ({ objects }) => objects.some((value) => chunksOf(value) !== null),
  entries: 'STEPS',
  long: [['chunkedPrompt', 'chunks']],
  reader: (_context, options) => new AiStudioReader(options),
})
