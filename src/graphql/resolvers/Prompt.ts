import { branchAt } from '../../app/prompts/branches.ts'
import { callsPage } from '../../app/prompts/callList.ts'
import { countsOf, runningIn, spendingOfLoop, startedIn, summaryOf } from '../../app/prompts/loops.ts'
import { annotatedIn, checkpointsIn, markersIn } from '../../app/prompts/marks.ts'
import { answerOf, commandOf, kindOf, textOfPrompt, versionsOfPrompt } from '../../app/prompts/prompts.ts'
import { stepsPage } from '../../app/prompts/steps.ts'
import type { LoopResolvers, PromptResolvers, StepResolvers } from '../generated.ts'
import { orElse } from '../load.ts'

export const Prompt: PromptResolvers = {
  kind: (prompt) => kindOf(prompt),
  observation: ({ node }) => node,
  text: (prompt) => textOfPrompt(prompt),
  command: (prompt) => commandOf(prompt),
  versions: (prompt) => versionsOfPrompt(prompt),
  branch: ({ span }, _, { scope }) => branchAt(scope, span.path.conversation, span.first),
  inherited: ({ span }) => span.first.conversationId !== span.path.conversation.id,
  loop: ({ span }) => span,
  answer: (prompt) => answerOf(prompt),
  steps: (prompt, page) => stepsPage(prompt, page),
  checkpoints: ({ span }) => checkpointsIn(span),
  markers: ({ span }) => markersIn(span),
  annotated: ({ span }) => annotatedIn(span),
}

export const Loop: LoopResolvers = {
  turns: (span) => countsOf(span).turns,
  calls: (span) => countsOf(span).calls,
  failures: (span) => countsOf(span).failures,
  declined: (span) => countsOf(span).declined,
  notes: (span) => countsOf(span).notes,
  tools: async (span, { top }) => (await summaryOf(span)).tools.slice(0, orElse(top, 5)),
  strip: async (span) => (await summaryOf(span)).strip,
  startedAt: ({ first }) => first.observedAt,
  endedAt: ({ last }) => last.observedAt,
  activeMs: async (span) => (await summaryOf(span)).activeMs,
  usage: (span) => spendingOfLoop(span),
  models: async (span) => (await summaryOf(span)).models,
  sidechains: (span) => startedIn(span),
  running: (span) => runningIn(span),
  list: (span, page) => callsPage(span, page),
}

export const Step: StepResolvers = {
  loop: ({ span }) => span,
  list: ({ span }, page) => callsPage(span, page),
}
