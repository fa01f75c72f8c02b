import { basename } from 'node:path'
import { Presets, SingleBar } from 'cli-progress'
import { plainText } from '../domain/messages/plainText.ts'
import type { FileFound } from './files/importPaths.ts'
import type { Terminal } from './terminal.ts'

/** Shows a person how far the import of several files is. */
export interface ProgressBar {
  begin(file: FileFound): void
  /** So many bytes of the present file are taken. */
  at(bytes: number): void
  /** Counts the present file as done and clears the line, for others to write. */
  pause(): void
  stop(): void
}

const none: ProgressBar = { begin: () => undefined, at: () => undefined, pause: () => undefined, stop: () => undefined }

/** Returns a bar on a terminal's stderr; without a terminal nothing is shown. */
export function progressOf(stderr: Terminal['stderr'], files: readonly FileFound[]): ProgressBar {
  if (stderr.isTTY !== true) return none
  const total = files.reduce((sum, file) => sum + bytesOf(file), 0)
  const bar = new SingleBar(
    { stream: stderr, format: displayText, clearOnComplete: true, hideCursor: true },
    Presets.shades_classic,
  )
  let before = 0
  let present = 0
  return {
    begin(file) {
      present = bytesOf(file)
      bar.start(Math.max(1, total), before, { file: plainText(basename(file.path)) })
    },
    at: (bytes) => bar.update(before + Math.min(bytes, present)),
    pause() {
      before += present
      present = 0
      bar.stop()
    },
    stop: () => bar.stop(),
  }
}
const displayText = '{bar} {percentage} %  {file}  {eta_formatted} left'

function bytesOf(file: FileFound): number {
  return 'bytes' in file ? file.bytes : 0
}

/** Shows a person how many lines were done. */
export interface CountedProgress {
  at(lines: number): void
  stop(): void
}

/** Returns a count on a terminal's stderr; without a terminal nothing is shown. */
export function countingOn(stderr: Terminal['stderr'], what: string): CountedProgress {
  if (stderr.isTTY !== true) return { at: () => undefined, stop: () => undefined }
  const format = `${what}: {value} lines  {duration_formatted}`
  const bar = new SingleBar({ stream: stderr, format, clearOnComplete: true, hideCursor: true }, Presets.shades_classic)
  bar.start(0, 0)
  return { at: (lines) => bar.update(lines), stop: () => bar.stop() }
}
