import { formats, isReadable } from '../formats/index.ts'
import { outputTo } from './output.ts'
import { spelled } from './text.ts'
import type { Program } from './program.ts'

/** Adds `formats`: what can be imported and exported, and the files in which it is usually met. */
export function addFormats({ root, terminal, ended }: Program): void {
  root
    .command('formats')
    .description('list what can be imported and exported, with the file names usually met')
    .option('--json', 'print one JSON document, for programs')
    .addHelpText('after', '\nExample:\n  turngraph formats')
    .action(async ({ json }: { readonly json?: true }) => {
      const listed = formats.map((format) => {
        const { name, mediaType, files, parts = [], write } = format
        return {
          ...{ name, spelled: spelled(name), read: isReadable(format), written: write !== undefined },
          ...{ mediaType, files, parts },
        }
      })
      const text = json ? `${JSON.stringify({ formats: listed }, null, 2)}\n` : tableOf(listed)
      await outputTo(terminal.stdout).write(text)
      ended(0)
    })
}

interface Listed {
  readonly spelled: string
  readonly read: boolean
  readonly written: boolean
  readonly files: readonly string[]
}

function tableOf(listed: readonly Listed[]): string {
  const row = (name: string, read: string, written: string, files: string) =>
    `${name.padEnd(12)}  ${read.padEnd(4)}  ${written.padEnd(7)}  ${files}`.trimEnd().concat('\n')
  const yesOrDash = (is: boolean) => (is ? 'yes' : '-')
  const rows = listed.map((one) => row(one.spelled, yesOrDash(one.read), yesOrDash(one.written), one.files.join(', ')))
  return [row('format', 'read', 'written', 'files usually met'), ...rows, '\n', ...advice].join('')
}

const advice = [
  'A file is recognised by what is in it; "import --format" names its format where that is not enough.\n',
  'What was imported comes back byte for byte: "export ID", or "--format original".\n',
]
