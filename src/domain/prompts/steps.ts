import type { Json } from '../model.ts'
import type { PathNode } from './calls.ts'
import { isObject } from './outcome.ts'

/** A part of what a prompt set off: nodes `from` to `to` by their place in the row. Steps tile their row. */
export interface StepSpan {
  /** Of its first node. */
  readonly id: string
  /** What was said before its calls, on one line; '' where nothing was. */
  readonly text: string
  readonly from: number
  readonly to: number
}

/** So many calls a reader takes in at once: what has more is divided. */
const callsAtOnce = 12
/** Where nothing says what calls are for, so many make a step. */
const callsInStep = 10
const saidLength = 200

/** Returns the steps of a row by what the agent says between its calls, else by its plan, else by ten calls. */
export function stepsOf(nodes: readonly PathNode[]): StepSpan[] {
  if (nodes.length === 0) return []
  const spoken = divided(nodes, { from: 0, to: nodes.length - 1, text: '' }, atWords(nodes))
  const planned = spoken.flatMap((part) => (isLong(nodes, part) ? divided(nodes, part, atPlans(nodes, part)) : [part]))
  const short = planned.flatMap((part) => (isLong(nodes, part) ? divided(nodes, part, atTens(nodes, part)) : [part]))
  return short.map((part) => ({ ...part, id: (nodes[part.from] as PathNode).id }))
}

type StepPart = Omit<StepSpan, 'id'>
interface StepCut {
  readonly at: number
  readonly text: string
}

function divided(nodes: readonly PathNode[], { from, to, text }: StepPart, cuts: readonly StepCut[]): StepPart[] {
  const inside = cuts.filter(({ at }) => at > from && at <= to && hasCalls(nodes, from, at - 1))
  const first = cuts.find(({ at }) => !inside.some((cut) => cut.at === at) && at >= from && at <= to)
  const begins = [{ at: from, text: text === '' ? (first?.text ?? '') : text }, ...inside]
  return begins.map((begin, i) => ({ from: begin.at, to: (begins[i + 1]?.at ?? to + 1) - 1, text: begin.text }))
}

function hasCalls(nodes: readonly PathNode[], from: number, to: number): boolean {
  for (let at = from; at <= to; at++) if ((nodes[at] as PathNode).calls.length > 0) return true
  return false
}

/** Where an agent says something that calls follow; of several sayings before one call the last one names the step. */
function atWords(nodes: readonly PathNode[]): StepCut[] {
  const cuts: StepCut[] = []
  let [begin, text] = [-1, '']
  nodes.forEach((node, at) => {
    if (node.isAssistant && node.text.trim() !== '') {
      if (begin < 0) begin = at
      text = firstLine(node.text)
    }
    if (node.calls.length === 0) return
    if (begin >= 0) cuts.push({ at: begin, text })
    begin = -1
  })
  return cuts
}

/** Where a call changes the plan: what is under way then names the step. */
function atPlans(nodes: readonly PathNode[], { from, to }: StepPart): StepCut[] {
  return nodes.slice(from, to + 1).flatMap(({ calls }, i) => {
    const plan = calls.find(({ name }) => planTools.has(name.toLowerCase()))
    return plan ? [{ at: from + i, text: itemUnderWay(plan.input) ?? '' }] : []
  })
}

function atTens(nodes: readonly PathNode[], { from, to }: StepPart): StepCut[] {
  const cuts: StepCut[] = []
  let calls = 0
  for (let at = from; at <= to; at++) {
    const made = (nodes[at] as PathNode).calls.length
    if (made > 0 && calls >= callsInStep) {
      cuts.push({ at, text: '' })
      calls = 0
    }
    calls += made
  }
  return cuts
}

function isLong(nodes: readonly PathNode[], { from, to }: StepPart): boolean {
  let calls = 0
  for (let at = from; at <= to; at++) calls += (nodes[at] as PathNode).calls.length
  return calls > callsAtOnce
}

const planTools: ReadonlySet<string> = new Set(['todowrite', 'update_plan', 'update_todo', 'todo_write', 'write_todos'])

/** Returns the item of a plan that is under way, by the input of the call that changed it; null where none is. */
export function itemUnderWay(input: Json): string | null {
  const items = isObject(input) ? (input['todos'] ?? input['plan'] ?? input['items']) : null
  if (!Array.isArray(items)) return null
  for (const item of items as readonly Json[]) {
    if (!isObject(item) || item['status'] !== 'in_progress') continue
    const words = [item['content'], item['step'], item['activeForm'], item['description'], item['text']]
    const word = words.find((one) => typeof one === 'string' && one.trim() !== '')
    if (typeof word === 'string') return firstLine(word)
  }
  return null
}

/** Returns the first line of a text that says something, cut to what a row has room for. */
function firstLine(text: string): string {
  const line =
    text
      .trimStart()
      .slice(0, 4 * saidLength)
      .split('\n', 1)[0]
      ?.trim() ?? ''
  const points = Array.from(line)
  return points.length <= saidLength ? line : `${points.slice(0, saidLength - 1).join('')}…`
}
