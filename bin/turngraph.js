#!/usr/bin/env node
import { endWithNpm } from './endWithNpm.js'
import { ensureBuilt } from './ensureBuilt.js'

endWithNpm()
ensureBuilt()
await import(new URL('../dist/cli.js', import.meta.url).href)
