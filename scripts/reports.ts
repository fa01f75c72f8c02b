import { spawnSync } from 'node:child_process'

/** `npm run reports [-- KIND]`: the reports of one kind, or all, on SQLite unless TEST_STORES names others. */
const [kind] = process.argv.slice(2)
const env = { TEST_STORES: 'sqlite', ...process.env, ...(kind === undefined ? {} : { REPORTS: kind }) }
const args = ['--import', 'tsx', '--test', 'test/app/imports/reports.stores.slow.test.ts']
process.exit(spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1)
