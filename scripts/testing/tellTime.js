import { writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { processorSeconds } from './processorTime.js'

// Imported by a program that scripts/run.ts starts, and by each thread of it: tells in the end how much processor time it took.
if (isMainThread) process.once('exit', () => writeSync(3, `${processorSeconds()}`))
