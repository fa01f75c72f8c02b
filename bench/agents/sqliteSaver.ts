import type { BaseCheckpointSaver } from '@langchain/langgraph'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../scripts/root.ts'

const entry = join(root, 'bench/agents/node_modules/@langchain/langgraph-checkpoint-sqlite/dist/index.js')

/** Opens LangGraph's own saver on a file; null where its package is not installed: `npm ci --prefix bench/agents`. */
export async function openSqliteSaver(file: string): Promise<BaseCheckpointSaver | null> {
  if (!existsSync(entry)) return null
  const found = (await import(pathToFileURL(entry).href)) as {
    readonly SqliteSaver: { fromConnString(file: string): BaseCheckpointSaver }
  }
  return found.SqliteSaver.fromConnString(file)
}
