import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Random } from './random.ts'

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

/** Has writers write at once: a step of each, as long as any has one. */
export function* atOnce(writers: readonly Writer[]): Writer {
  for (let left = [...writers]; left.length > 0; left = left.filter((writer) => writer.next().done !== true)) yield
}

/** Has writers write one after the other. */
export function* inTurn(writers: readonly Writer[]): Writer {
  for (const writer of writers) yield* writer
}

/** Appends line by line, and is killed now and then: half of a line stays, and the next start writes on behind it. */
export function* killing(path: string, bytes: Buffer, { below }: Random): Writer {
  begun(path)
  for (const line of linesIn(bytes)) {
    if (below(20) === 0) {
      appendFileSync(path, line.slice(0, below(line.length)))
      yield
      appendFileSync(path, '\n')
    }
    appendFileSync(path, line)
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
  return session.messages.map((_, at) =>
    JSON.stringify({ ...session, messages: session.messages.slice(0, at + 1) }, null, 2),
  )
}
