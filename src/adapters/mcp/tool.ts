import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { GraphClient } from '../../client/graphClient.ts'

/** What a tool works with: the graph, and what gives a call up. */
export interface ToolContext {
  readonly client: GraphClient
  readonly signal: AbortSignal
}

/** A tool as data: what it takes, what it answers and how. Arguments that it does not know are refused. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly annotations: ToolAnnotations
  readonly input: z.ZodObject
  readonly output: z.ZodObject
  readonly run: (input: never, context: ToolContext) => Promise<ToolAnswer>
}

/** An answer with its members, and as text where that is other than the same as JSON. */
export interface ToolAnswer {
  readonly structured: Record<string, unknown>
  readonly text?: string
}

interface Declared<In extends z.ZodObject, Out extends z.ZodObject> {
  readonly title: string
  readonly description: string
  readonly annotations: ToolAnnotations
  readonly input: In
  readonly output: Out
  readonly run: (value: z.output<In>, context: ToolContext) => Promise<Answered<z.input<Out>>>
}
interface Answered<T> {
  readonly structured: T
  readonly text?: string
}

/** Returns a tool whose arguments and answer are held to its schemas by type. */
export function tool<In extends z.ZodObject, Out extends z.ZodObject>(name: string, declared: Declared<In, Out>): Tool {
  return { name, ...declared }
}

/** Hints for hosts: a tool that only reads. */
export const reads: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }
/** A tool that writes; nothing that was stored is ever lost by it. */
export const writes: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false }
/** A tool that writes once, however often it is called with the same key. */
export const writesOnce: ToolAnnotations = { ...writes, idempotentHint: true }
