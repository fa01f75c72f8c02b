import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import type { Gates } from '../app/merges/gate.ts'
import { ConfigRefused } from '../config/config.ts'
import { commandGate, type GateCommand } from './command.ts'
import { jsonSchemaGate } from './jsonSchema.ts'

const longestTime = 3_600_000
const mostOutput = 64 * 1024 * 1024

const file = z.record(
  z.string().min(1),
  z.strictObject({
    command: z.tuple([z.string().min(1)], z.string()),
    timeoutMs: z.int().min(1).max(longestTime).default(30_000),
    outputBytes: z.int().min(0).max(mostOutput).default(65_536),
    env: z.record(z.string(), z.string()).default({}),
  }),
)

/**
 * Returns the gates of merges: JSON Schemas, and the commands that a file configures by name (GATES; null: none). What is
 * not understood, or is no program that can be run, is refused at once.
 */
export function openGates(path: string | null): Gates {
  const commands = path === null ? new Map<string, GateCommand>() : readCommands(resolve(path))
  return {
    jsonSchema: (schema) => jsonSchemaGate(schema),
    command(name) {
      const command = commands.get(name)
      return command ? commandGate(command) : null
    },
    commands: [...commands.keys()].sort(),
  }
}

function readCommands(path: string): Map<string, GateCommand> {
  const parsed = file.safeParse(jsonOf(path))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ConfigRefused(
      `GATES: "${path}" is not understood at "${issue?.path.join('.') ?? ''}": ${issue?.message}.`,
    )
  }
  return new Map(
    Object.entries(parsed.data).map(
      ([
        name,
        {
          command: [program, ...args],
          ...rest
        },
      ]) => {
        const whole = programOf(program, dirname(path))
        if (whole === null)
          throw new ConfigRefused(`GATES: The program "${program}" of the gate "${name}" cannot be run.`)
        return [name, { ...rest, command: [whole, ...args] }]
      },
    ),
  )
}

function jsonOf(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (thrown) {
    throw new ConfigRefused(`GATES: "${path}" cannot be read as JSON: ${(thrown as Error).message}.`)
  }
}

/** A program by its whole path: what it runs with has no PATH but what is configured, and its directory is a scratch one. */
function programOf(program: string, folder: string): string | null {
  const candidates = program.includes('/')
    ? [resolve(folder, program)]
    : (process.env['PATH'] ?? '').split(delimiter).map((part) => join(part, program))
  return candidates.find(canRun) ?? null
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
