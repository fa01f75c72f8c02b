import assert from 'node:assert/strict'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { run } from '../../src/cli/run.ts'

/** What a command wrote, and its exit status. */
export interface Ran {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command in this process. */
export async function turngraph(env: Record<string, string>, ...args: string[]): Promise<Ran> {
  const [stdout, stderr] = [collector(), collector()]
  const status = await run(args, { env, stdout: stdout.stream, stderr: stderr.stream })
  return { status, stdout: stdout.text(), stderr: stderr.text() }
}

/** Runs the command that a moved head printed, which moves it back, and what that prints: then the head is where it was. */
export async function thereAndBack(env: Record<string, string>, { stdout }: Ran): Promise<void> {
  for (let [times, text] = [0, stdout]; times < 2; times++) {
    const [, command = ''] = /"turngraph ([^"]+)" moves the head back/.exec(text) ?? []
    const ran = await turngraph(env, ...command.split(' ').map((word) => word.replace(/^'(.*)'$/, '$1')))
    assert.equal(ran.status, 0, `${command}: ${ran.stderr}`)
    text = ran.stdout
  }
}

/** Returns a stream that keeps what is written to it. */
export function collector(): { readonly stream: Writable; readonly text: () => string } {
  const pieces: Buffer[] = []
  const write = (piece: Buffer, _: unknown, done: () => void) => {
    pieces.push(piece)
    done()
  }
  return { stream: new Writable({ write }), text: () => Buffer.concat(pieces).toString() }
}

/** A folder that is removed with the process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-cli-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes a file with its folders and returns its path. */
export function file(folder: string, name: string, text: string): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

interface Line {
  readonly uuid: string
  readonly parent: string | null
  readonly role: 'user' | 'assistant'
  readonly content: unknown
}

/** Returns a Claude Code session: its lines in order. */
export function session(sessionId: string, lines: readonly Line[]): string {
  return lines
    .map(({ uuid, parent, role, content }, i) =>
      JSON.stringify({
        parentUuid: parent,
        isSidechain: false,
        userType: 'external',
        cwd: '/w',
        sessionId,
        version: '2.1.0',
        type: role,
        message: {
          role,
          content: role === 'user' ? content : [content],
          ...(role === 'assistant' && { id: `m${uuid}` }),
        },
        uuid,
        timestamp: `2026-01-01T00:00:0${i}.000Z`,
      }),
    )
    .join('\n')
    .concat('\n')
}

const said = (text: string) => ({ type: 'text', text })

/** A session in which a person edited the second prompt, and the first lines of another that goes on below a lost line. */
export const edited = session('edited', [
  { uuid: 'e1', parent: null, role: 'user', content: 'Name a colour' },
  { uuid: 'e2', parent: 'e1', role: 'assistant', content: said('Blue') },
  { uuid: 'e3', parent: 'e2', role: 'user', content: 'A warmer one' },
  { uuid: 'e4', parent: 'e3', role: 'assistant', content: said('Red') },
  { uuid: 'e5', parent: 'e2', role: 'user', content: 'A darker one' },
  { uuid: 'e6', parent: 'e5', role: 'assistant', content: said('Navy') },
])

/** A session with all that may come in odd: a lost parent, a result without its call, a call without result. */
export const odd = session('odd', [
  { uuid: 'o1', parent: 'lost', role: 'user', content: 'Where was I?' },
  { uuid: 'o2', parent: 'o1', role: 'user', content: [{ type: 'tool_result', tool_use_id: 'gone', content: 'ok' }] },
  { uuid: 'o3', parent: 'o2', role: 'assistant', content: { type: 'tool_use', id: 'k', name: 'Read', input: {} } },
  { uuid: 'o4', parent: 'o3', role: 'user', content: 'Never mind' },
  { uuid: 'o5', parent: 'o4', role: 'assistant', content: said('All right') },
])
