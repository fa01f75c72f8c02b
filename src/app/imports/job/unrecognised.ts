import { badInput, type Refusal } from '../../../domain/refusals.ts'
import { longestRead, mostRead } from '../../../formats/amount.ts'
import { foreignOf } from '../../../formats/foreign/foreign.ts'
import type { ImportSource } from '../../../formats/importSource.ts'
import { readableNames } from '../../../formats/index.ts'
import { looksLike } from '../../../formats/looksLike.ts'
import { sampleOf } from '../../../formats/reading/sample.ts'

/** Returns the refusal that says what is wrong with a file in which nothing is of a format that was tried. */
export async function unrecognised(source: ImportSource, named: string | null): Promise<Refusal> {
  let bytes = 0
  for await (const piece of source.open()) bytes += piece.length
  const what = named === null ? 'of a format that can be imported' : `of the format ${named}`
  const sample = bytes === 0 ? null : await sampleOf(source)
  const like = sample && looksLike(sample)
  const instead = sample && foreignOf(sample)?.instead
  const message = like === null ? 'The file is empty.' : `Nothing in the file is ${what}: it looks like ${like}.`
  const tooLong = bytes > longestRead ? `Lines and values of ${mostRead} are not read.` : []
  return badInput(
    `${[message, tooLong, instead ?? []].flat().join(' ')} Accepted formats: ${readableNames.join(', ')}.`,
    { fileName: source.name, bytes, format: named, looksLike: like, instead: instead ?? null, accepted: readableNames },
    named === null ? null : ['format'],
  )
}
