import { Option, type Command } from 'commander'
import { extractWords } from '../app/extracts/extract.ts'
import { TenantOfKey } from '../client/documents/generated.ts'
import { CommandFailed } from '../client/failures.ts'
import { textOf, toFile } from './files/pieces.ts'
import type { CommonOptions, WorkResult, Work } from './withGraph.ts'
import { spelled } from './text.ts'

export interface ExtractOptions extends CommonOptions {
  readonly of: string
  readonly format?: string
  readonly names?: string
  readonly from?: string
  readonly to?: string
  readonly includeExperiments?: true
  readonly deleted?: boolean
  readonly output?: string
}

/** Adds the options of an export that is a table of all that is stored, not one conversation. */
export function addExtractOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--of <table>', 'instead of a conversation, a table for analysts').choices(
        extractWords.of.map(spelled),
      ),
    )
    .addOption(
      new Option('--names <names>', "for a table: turngraph's column names, or OpenTelemetry's").choices(
        extractWords.names.map(spelled),
      ),
    )
    .option('--from <time>', 'for a table: from this time on, like 2026-01-31T00:00:00Z')
    .option('--to <time>', 'for a table: up to this time')
    .option('--include-experiments', 'for a table: include experiments')
    .option('--no-deleted', 'for a table: leave out deleted conversations')
}

/** Writes a table to a file or to stdout. */
export async function extractTo(work: Work, id: string | undefined, options: ExtractOptions): Promise<WorkResult> {
  const { of, output, format = 'ndjson' } = options
  if (id !== undefined)
    throw new CommandFailed('BAD_INPUT', 'Name a conversation, or a table with --of, not both.', { id, of })
  if (work.json && output === undefined && format === 'parquet')
    throw new CommandFailed('BAD_INPUT', 'Parquet has no place in a JSON document: give --output.', { format })
  const pieces = await work.graph.extract({
    ...{ of, format, names: options.names ?? null, from: options.from ?? null, to: options.to ?? null },
    includeExperiments: options.includeExperiments === true,
    includeDeleted: options.deleted !== false,
  })
  const { tenant } = (await work.graph.query(TenantOfKey, {})).viewer
  if (output !== undefined) {
    const bytes = await toFile(pieces, output)
    await work.say(`${of} of tenant ${tenant}: ${bytes} bytes written to ${output}\n`)
    return { document: { tenant, of, format, output, bytes }, ok: true }
  }
  if (work.json) return { document: { tenant, of, format, content: await textOf(pieces) }, ok: true }
  for await (const piece of pieces) if (!(await work.put(piece))) break
  return { document: undefined, ok: true }
}
