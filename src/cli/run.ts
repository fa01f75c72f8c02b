import { CommanderError } from 'commander'
import { adviseMisspelt } from './adviseMisspelt.ts'
import { addAcp } from './agents/acp.ts'
import { addCancel } from './actions/cancel.ts'
import { addCheckpoint } from './actions/checkpoint.ts'
import { addCompact } from './actions/compact.ts'
import { addDrop } from './actions/drop.ts'
import { addMaterialize } from './actions/materialize.ts'
import { addKeys } from './access/keys.ts'
import { addTenants } from './access/tenants.ts'
import { addBackup } from './backups/backup.ts'
import { addMcp } from './agents/mcp.ts'
import { addProxy } from './agents/proxy.ts'
import { addMerge } from './actions/merge.ts'
import { addRepair } from './actions/repair.ts'
import { addCompletion } from './completion/completion.ts'
import { addDiff } from './diff.ts'
import { addErase } from './erasures/erase.ts'
import { addErasures } from './erasures/erasures.ts'
import { addScan } from './erasures/scan.ts'
import { addPurge } from './erasures/purge.ts'
import { addExport } from './export.ts'
import { addFormats } from './formats.ts'
import { addImport } from './imports/import.ts'
import { addList } from './list.ts'
import { createProgram, type Program } from './program.ts'
import { addPrices } from './store/prices.ts'
import { addReindex } from './store/reindex.ts'
import { addResume } from './resume/resume.ts'
import { addReread } from './store/reread.ts'
import { addSearch } from './search/search.ts'
import { addRestore } from './backups/restore.ts'
import { addServe } from './serve.ts'
import { addShow } from './show/show.ts'
import { addStats } from './stats/stats.ts'
import { addSync } from './sync/sync.ts'
import type { Terminal } from './terminal.ts'
import { addTree } from './tree.ts'
import { addWatch } from './watching/watch.ts'
import { addVerify } from './store/verify.ts'
import { addArchive, addUnarchive } from './verbs/archive.ts'
import { addDelete } from './verbs/delete.ts'
import { addFork } from './verbs/fork.ts'
import { addLog } from './verbs/log.ts'
import { addOpen } from './verbs/open.ts'
import { addRename } from './verbs/rename.ts'
import { addRestoreConversation } from './verbs/restoreConversation.ts'
import { addRewind } from './verbs/rewind.ts'
import { addSwitch } from './verbs/switch.ts'
import { addUndo } from './verbs/undo.ts'

/** The commands as help lists them: by what a person wants to do. */
const commandGroups: Readonly<Record<string, readonly ((program: Program) => void)[]>> = {
  'Read:': [addList, addShow, addSearch, addTree, addDiff, addLog, addStats, addOpen],
  'Change:': [
    ...[addFork, addRewind, addSwitch, addUndo, addMerge],
    ...[addRename, addArchive, addUnarchive, addDelete, addRestoreConversation],
  ],
  'Mark:': [addCompact, addDrop, addCancel, addCheckpoint, addMaterialize, addRepair],
  'Files:': [addImport, addWatch, addExport, addSync, addFormats, addReread],
  'Serve:': [addServe, addProxy, addMcp, addAcp],
  'Agents:': [addResume],
  'Store:': [addBackup, addRestore, addVerify, addReindex, addPrices, addTenants, addKeys],
  'Erase:': [addScan, addErase, addErasures, addPurge],
  'Shell:': [addCompletion],
}

/** Returns the program with all of its commands. */
export function programWith(terminal: Terminal, ended: Program['ended']): Program['root'] {
  const root = createProgram(terminal)
  adviseMisspelt({ root, terminal })
  for (const [heading, commands] of Object.entries(commandGroups)) {
    root.commandsGroup(heading)
    for (const add of commands) add({ root, terminal, ended })
  }
  return root
}

/** Runs `turngraph` with these arguments; answers the exit status: 2 when the command line is not understood. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  let status = 0
  const ended = (code: number) => void (status = code)
  const root = programWith(terminal, ended)
  try {
    await root.parseAsync([...args], { from: 'user' })
    return status
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2
    throw thrown
  }
}
