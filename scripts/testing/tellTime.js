import { writeSync } from 'node:fs'
import { processorSeconds } from './processorTime.js'

// Imported by a program that scripts/run.ts starts: tells it in the end how much processor time that took.
process.once('exit', () => writeSync(3, `${processorSeconds()}`))
