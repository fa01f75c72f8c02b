#!/usr/bin/env node
import { ensureBuilt } from './ensureBuilt.js'

ensureBuilt()
await import('../dist/cli/main.js')
