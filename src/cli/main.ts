import { run } from './run.ts'

const status = await run(process.argv.slice(2), process)
// What serves goes on, and sets its status itself.
if (status !== 0) process.exitCode = status
