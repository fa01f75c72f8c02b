import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { importTranscript, type ImportReport } from '../../src/app/imports/job/importTranscript.ts'
import { fileSource } from '../../src/app/fileSource.ts'
import type { Scope } from '../../src/app/scope.ts'
import { Refusal } from '../../src/domain/refusals.ts'

/** What the files of one format come to. */
export interface OfFormat {
  readonly files: number
  readonly nodes: number
  readonly emptyTurns: number
  readonly unreadBlocks: number
  readonly danglingParents: number
  /** Share of all nodes that are in the tree of their conversation's last one. */
  readonly reachable: number
}

/** What became of the files of some folders, each kind by its name. */
export interface Census {
  readonly formats: ReadonlyMap<string, OfFormat>
  /** By reason: the files that were not taken. */
  readonly refused: ReadonlyMap<string, number>
  /** By code: how many findings. */
  readonly findings: ReadonlyMap<string, number>
}

const noTranscripts: ReadonlySet<string> = new Set(['facts.json', 'README.md'])

/** Imports all files of folders, in the order of their names, each as if it were named itself; returns what became of them. */
export async function takeCensus(scope: Scope, folders: readonly string[]): Promise<Census> {
  const formats = new Map<string, OfFormat>()
  const refused = new Map<string, number>()
  const findings = new Map<string, number>()
  for (const folder of folders)
    for (const path of filesIn(folder)) {
      const report = await imported(scope, path, basename(path))
      if (typeof report === 'string') more(refused, report)
      else {
        formats.set(report.format, plus(formats.get(report.format), report))
        for (const { code } of report.findings) more(findings, code)
      }
      scope.reads.clear()
    }
  return { formats: byName(formats), refused: byName(refused), findings: byName(findings) }
}

/** What is beside transcripts to describe them is none. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !noTranscripts.has(name) && statSync(join(folder, name)).isFile())
    .sort()
    .map((name) => join(folder, name))
}

/** The report of an import, or why the file was refused. */
async function imported(scope: Scope, path: string, name: string): Promise<ImportReport | string> {
  try {
    return (await importTranscript(scope, { source: fileSource(path, name) })).report
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    const { looksLike } = thrown.facts as { readonly looksLike?: unknown }
    return `${thrown.code}: ${typeof looksLike === 'string' ? looksLike : thrown.message}`
  }
}

function plus(before: OfFormat | undefined, report: ImportReport): OfFormat {
  const { files = 0, nodes = 0, emptyTurns = 0, unreadBlocks = 0, danglingParents = 0, reachable = 1 } = before ?? {}
  const all = nodes + report.nodes
  return {
    files: files + 1,
    nodes: all,
    emptyTurns: emptyTurns + report.emptyTurns,
    unreadBlocks: unreadBlocks + report.unreadBlocks,
    danglingParents: danglingParents + report.danglingParents,
    reachable: all === 0 ? 1 : (reachable * nodes + report.reachable * report.nodes) / all,
  }
}

function more(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function byName<T>(all: ReadonlyMap<string, T>): Map<string, T> {
  return new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1)))
}
