import { spawn } from 'node:child_process'
import { TitleOf } from '../../client/documents/generated.ts'
import { idInPath } from '../../runtime/idInPath.ts'
import { readConfig } from '../../config/config.ts'
import { mustFind } from '../ids/wholeIds.ts'
import { addCommand, type Program } from '../program.ts'
import type { Environment } from '../terminal.ts'
import type { CommonOptions } from '../withGraph.ts'
import { onConversation } from './onConversation.ts'

interface OpenOptions extends CommonOptions {
  readonly browser?: true
}

/** Adds `open ID`: where the explorer shows a conversation. */
export function addOpen(program: Program): void {
  addCommand(
    program.root,
    'open <id>',
    'print the address of a conversation in the explorer of a running server',
    'turngraph open 4fd2\nturngraph open 4fd2 --browser --url http://127.0.0.1:4000',
  )
    .option('--browser', 'open it in a browser too')
    .action((id: string, { browser, ...options }: OpenOptions) =>
      onConversation(program, options, id, async (graph, conversationId) => {
        const { title } = mustFind((await graph.query(TitleOf, { id: conversationId })).conversation, conversationId)
        const address = explorerAddress(options.url ?? serverOf(program.terminal.env), conversationId)
        if (browser) openInBrowser(address)
        return { sentence: address, document: { conversationId, title, address } }
      }),
    )
}

/** Returns where the explorer of a server shows a conversation. */
export function explorerAddress(server: URL, conversationId: string): string {
  const base = new URL(server)
  if (!base.pathname.endsWith('/')) base.pathname += '/'
  return new URL(`c/${idInPath(conversationId)}`, base).href
}

/** The address at which `turngraph serve` listens in this environment. */
function serverOf(env: Environment): URL {
  const { host, port } = readConfig(env)
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return new URL(`http://${name.includes(':') ? `[${name}]` : name}:${port}/`)
}

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Hands an address to the desktop's browser; the printed address serves where there is none. */
function openInBrowser(address: string): void {
  const [command = 'xdg-open', ...args] = openers[process.platform] ?? ['xdg-open']
  spawn(command, [...args, address], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref()
}
