import { label } from '../messages/blocks.ts'
import type { Json, JsonObject } from '../model.ts'
import { isObject } from './outcome.ts'
import { itemUnderWay } from './steps.ts'
import { own } from '../../runtime/own.ts'

const longest = 119

/** What says most of a call's input, the first that is there. */
const telling = [
  'command',
  'cmd',
  'script',
  'code',
  'file_path',
  'filePath',
  'absolute_path',
  'notebook_path',
  'path',
  'dir_path',
  'pattern',
  'query',
  'url',
  'description',
  'subject',
  'title',
  'prompt',
  'task',
  'question',
  'skill',
  'name',
  'input',
  'text',
]

/** Returns what a call was about, on one line of at most 120 characters; '' where its input says nothing. */
export function callSummary(input: Json): string {
  const value = typeof input === 'string' ? (parsedInput(input) ?? input) : input
  return label(isObject(value) ? ofObject(value) : wordsOf(value), longest)
}

function parsedInput(text: string): Json | null {
  if (!text.startsWith('{') || text.length > 1_000_000) return null
  try {
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}

function ofObject(input: JsonObject): string {
  const plan = itemUnderWay(input)
  if (plan !== null) return plan
  for (const name of telling) {
    const words = wordsOf(own(input, name) ?? null)
    if (words !== '') return words
  }
  return (
    Object.values(input)
      .map(wordsOf)
      .find((words) => words !== '') ?? ''
  )
}

/** A command may be given as a list of its words, the last of them a script of the shell. */
function wordsOf(value: Json): string {
  if (typeof value === 'string') return patched(value) ?? lineOf(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) return ''
  const words = value as readonly string[]
  const isShell =
    words.length === 3 && /^(?:\/\S*\/)?(?:ba|z|da)?sh$/.test(words[0] ?? '') && /^-l?c$/.test(words[1] ?? '')
  return lineOf(isShell ? (words[2] ?? '') : words.join(' '))
}

function lineOf(text: string): string {
  return text.trimStart().slice(0, 1000).split('\n', 1)[0]?.trim() ?? ''
}

/** A patch is about the files that it names. */
function patched(text: string): string | null {
  if (!text.trimStart().startsWith('*** Begin Patch')) return null
  const files = [...text.slice(0, 20_000).matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)]
  return files.length === 0 ? null : files.map(([, file]) => file).join(', ')
}
