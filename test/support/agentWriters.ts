import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a file in steps, as an agent does; each call of the iterator does one. */
export type Writer = Generator<void, void>

const linesIn = (bytes: Buffer): string[] => bytes.toString('utf8').match(/[^\n]*\n|[^\n]+$/g) ?? []

function begun(path: string): string {
  mkdirSync(dirname(path), { recursive: true })
  return path
}

/** Appends several lines in one write, as Claude Code does. */
export function* batching(path: string, bytes: Buffer, size = 7): Writer {
  begun(path)
  const all = linesIn(bytes)
  for (let at = 0; at < all.length; at += size) {
    appendFileSync(path, all.slice(at, at + size).join(''))
    yield
  }
}

/** Writes the whole file anew with each line, as agents of one JSON value do: it is empty in between. */
export function* rewriting(path: string, states: readonly string[]): Writer {
  begun(path)
  for (const state of states) {
    writeFileSync(path, '')
    yield
    writeFileSync(path, state.slice(0, -1))
    yield
    writeFileSync(path, state)
    yield
  }
}

/** Writes each state beside the file and puts it in its place. */
export function* replacing(path: string, states: readonly string[]): Writer {
  begun(path)
  for (const state of states) {
    writeFileSync(`${path}.tmp`, state)
    renameSync(`${path}.tmp`, path)
    yield
  }
}

/** Returns the states of a session of Gemini CLI that is one JSON value: with its first message, its first two, and so on. */
export function statesOf(bytes: Buffer): string[] {
  const session = JSON.parse(bytes.toString('utf8')) as { readonly messages: readonly unknown[] }
  return session.messages.map((_, at) => JSON.stringify({ ...session, messages: session.messages.slice(0, at + 1) }, null, 2)) // prettier-ignore
}
