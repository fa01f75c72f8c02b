import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pythonOf } from '../../../scripts/clients.ts'
import type { Client, Where } from './client.ts'

/** Connects the Python client, in a process that does what it is told line by line. */
export async function openPython(where: Where): Promise<Client> {
  const script = join(import.meta.dirname, 'walks/client.py')
  const child = spawn(pythonOf('mcp'), [script, JSON.stringify(where)], {
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]()
  const ask = async <T>(what: string, given: object = {}): Promise<T> => {
    child.stdin.write(`${JSON.stringify({ do: what, ...given })}\n`)
    const answer = await answers.next()
    if (answer.done) throw new Error('The Python client has ended.')
    return JSON.parse(answer.value) as T
  }
  const instructions = await ask<string | undefined>('instructions')
  return {
    getInstructions: () => instructions,
    listTools: () => ask('listTools'),
    callTool: (call) => ask('callTool', call),
    readResource: (asked) => ask('readResource', asked),
    async close() {
      child.stdin.end()
      await ended
    },
  }
}
