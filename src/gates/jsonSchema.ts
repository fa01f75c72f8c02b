import type { Worker } from 'node:worker_threads'
import type { Gate, JudgedBytes } from '../app/merges/gate.ts'
import type { Judgement } from '../domain/records/merge.ts'
import type { Json } from '../domain/model.ts'
import { badInput } from '../domain/refusals.ts'
import { startWorker } from '../runtime/threads.ts'
import type { SchemaAnswer, SchemaStarted } from './jsonSchemaMessages.ts'

/** What judging by a schema may take. */
export interface SchemaLimits {
  readonly timeoutMs: number
  /** Bytes of an artifact. */
  readonly bytes: number
}
export const schemaLimits: SchemaLimits = { timeoutMs: 10_000, bytes: 16 * 1024 * 1024 }

/**
 * Returns a gate that lets pass what is JSON and meets a JSON Schema (draft 6, 7, 2019-09 or 2020-12, which is what is
 * taken for one that names none). Both come from callers, so they meet in a thread with a time limit.
 */
export async function jsonSchemaGate(schema: Json, limits: SchemaLimits = schemaLimits): Promise<Gate> {
  let validator = await openValidator(schema, limits)
  // One after the other, so that only what takes too long is refuted for it.
  let last: Promise<unknown> = Promise.resolve()
  const ask = async (text: string): Promise<Judgement> => {
    const answer = await validator.ask(text)
    if (answer !== null) return answer
    validator = await openValidator(schema, limits)
    return refuted(`Judging it by the schema took more than ${limits.timeoutMs} ms, or too much memory.`)
  }
  return {
    async judge(judgedBytes, signal) {
      if (judgedBytes.byteSize > limits.bytes)
        return refuted(`It has ${judgedBytes.byteSize} bytes; a schema judges ${limits.bytes} at most.`)
      const text = await textOf(judgedBytes)
      if (text === null) return refuted('It is not JSON: its bytes are not UTF-8.')
      const answer = last.then(() => {
        signal?.throwIfAborted()
        return ask(text)
      })
      last = answer.catch(() => undefined)
      return answer
    },
    async judgeList(list, signal) {
      const bytes = list.reduce((sum, { byteSize }) => sum + byteSize, 0)
      if (bytes > limits.bytes)
        return refuted(`Together they have ${bytes} bytes; a schema judges ${limits.bytes} at most.`)
      const texts: string[] = []
      for (const { artifact, open } of list) {
        const text = await jsonIn({ byteSize: 0, open })
        if (text === null) return refuted(`${artifact.fileName ?? artifact.attachmentId} is not JSON.`)
        texts.push(text)
      }
      signal?.throwIfAborted()
      return ask(`[${texts.join(',')}]`)
    },
    close: () => validator.close(),
  }
}

/** An artifact of an earlier merge may have passed another gate. */
async function jsonIn(bytes: JudgedBytes): Promise<string | null> {
  const text = await textOf(bytes)
  try {
    if (text !== null) JSON.parse(text)
    return text
  } catch {
    return null
  }
}

const refuted = (reason: string): Judgement => ({ survives: false, reason })

async function textOf({ open }: JudgedBytes): Promise<string | null> {
  const pieces: Uint8Array[] = []
  for await (const piece of await open()) pieces.push(piece)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces))
  } catch {
    return null
  }
}

interface Validator {
  /** Null when it took too long; then it has ended. */
  ask(text: string): Promise<Judgement | null>
  close(): Promise<void>
}

async function openValidator(schema: Json, { timeoutMs }: SchemaLimits): Promise<Validator> {
  const options = { workerData: { schema }, name: 'json schema', resourceLimits: { maxOldGenerationSizeMb: 256 } }
  const worker = startWorker('jsonSchemaThread', options)
  const started = await answerOf<SchemaStarted>(worker, timeoutMs)
  if (started === null || started.obstacle !== null) {
    await worker.terminate()
    const why = started ? `is not JSON Schema: ${started.obstacle}` : `could not be compiled within ${timeoutMs} ms`
    throw badInput(`"jsonSchema" ${why}.`, {}, ['gate', 'jsonSchema'])
  }
  let number = 0
  return {
    async ask(text) {
      worker.postMessage({ number: ++number, text })
      const answer = await answerOf<SchemaAnswer>(worker, timeoutMs)
      if (answer === null) await worker.terminate()
      return answer && { survives: answer.survives, reason: answer.reason }
    },
    close: async () => {
      await worker.terminate()
    },
  }
}

/** The next message of a thread; null when none comes in time, or the thread ends. */
function answerOf<T>(worker: Worker, timeoutMs: number): Promise<T | null> {
  return new Promise((resolve) => {
    const done = (answer: T | null) => {
      clearTimeout(timer)
      for (const [name, listener] of listeners) worker.off(name, listener)
      resolve(answer)
    }
    const listeners = [
      ['message', (answer: T) => done(answer)],
      ['error', () => done(null)],
      ['exit', () => done(null)],
    ] as const
    const timer = setTimeout(() => done(null), timeoutMs)
    for (const [name, listener] of listeners) worker.once(name, listener)
  })
}
