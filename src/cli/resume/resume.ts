import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { FindSession, ResumeConversation, type PointInput } from '../../client/documents/generated.ts'
import { heldByAgent } from '../../app/resume/heldByAgent.ts'
import { onePiece, writeNewFile } from '../../app/resume/newFile.ts'
import { placeOf } from '../../app/resume/sessionPlace.ts'
import { CommandFailed } from '../../client/failures.ts'
import { agentNamed } from '../../formats/knownFolders.ts'
import { checkedSession } from '../../formats/sessions/answeredSession.ts'
import type { ResumableSession } from '../../formats/sessions/agents.ts'
import { plainWord } from '../../domain/messages/plainText.ts'
import { commandLine, shellWords } from '../../formats/sessions/commandLine.ts'
import { thisMachine } from '../../watch/places.ts'
import { pointOf } from '../actions/point.ts'
import { byId } from '../ids/wholeIds.ts'
import { addCommand, type Program } from '../program.ts'
import { counted } from '../text.ts'
import { withGraph, type CommonOptions, type Work } from '../withGraph.ts'
import { runAgent } from './runAgent.ts'
import { omissionWords } from '../../formats/writing/omissions.ts'

interface ResumeOptions extends CommonOptions {
  readonly at?: PointInput
  readonly agent?: string
  readonly cwd?: string
  readonly run?: true
}
interface Resumed {
  readonly command: readonly string[]
  readonly cwd: string
}

/** Adds `resume ID`: an agent's own session of a branch, and the command that continues it. */
export function addResume(program: Program): void {
  addCommand(
    program.root,
    'resume <id>',
    "write a branch as an agent's own session, and print the command that continues it",
    'turngraph resume 4fd2\nturngraph resume 4fd2 --at 12 --agent codex\nturngraph resume 4fd2 --run',
  )
    .option(
      '--at <point>',
      'the last turn that the agent knows: a turn number, or a message or observation id',
      pointOf,
    )
    .option('--agent <name>', 'claude-code, codex, gemini-cli or pi; the one it came from when left out')
    .option(
      '--cwd <folder>',
      "where the agent works; else this folder, or, without --url, the conversation's if it is here",
    )
    .option('--run', 'start the agent')
    .action(async (id: string, options: ResumeOptions) => {
      const resumed: Resumed[] = []
      const status = await withGraph(program.terminal, options, { writes: false }, async (work) => {
        const { document, ...result } = await byId(work.graph, id, (whole) => resume(work, whole, options))
        resumed.push(result)
        return { document, ok: true }
      })
      // The store is closed by now: the agent may have hooks that write to it.
      const [made] = options.run ? resumed : []
      program.ended(status === 0 && made ? await runAgent(program.terminal, made.command, made.cwd) : status)
    })
}

async function resume(work: Work, id: string, options: ResumeOptions): Promise<Resumed & { document: unknown }> {
  const { graph } = work
  const { conversation: source } = await graph.query(FindSession, { id })
  const cwd = await folderOf(options, source?.cwd ?? null)
  const input = { conversationId: id, at: options.at ?? null, agent: options.agent ?? null, cwd }
  const { session: made, conversation } = (await graph.query(ResumeConversation, { input })).resumeConversation
  if (!made || !conversation) throw new CommandFailed('NOT_FOUND', `No session was made of ${id}.`, { id })
  const checked = checkedSession(made, { agent: options.agent ?? null, cwd })
  const machine = thisMachine(work.terminal.env)
  const { byReference: named } = made
  const isNamed = named != null && (await heldByAgent(machine, checked.agent, named.files))
  const session = isNamed ? { ...made, omissions: null } : made
  const { title = checked.agent } = agentNamed(checked.agent) ?? {}
  const place = await placeOf(machine, checked)
  for (const note of [...elsewhere(options, source?.cwd ?? null, cwd), ...notesOf(title, conversation.id, session)])
    await work.note(note)
  const pieces = isNamed ? onePiece(named.content) : await sessionPieces(work, conversation.id, checked)
  await writeNewFile(place.path, pieces)
  const forked = conversation.id !== id
  const continues = plainWord(`${conversation.id}${forked ? `, a fork of ${id}` : ''}: ${place.path}`)
  await work.say(`${checked.id} of ${title} continues ${continues}\n`)
  if (!options.run)
    await work.say(`${cwd === process.cwd() ? shellWords(place.command) : commandLine(place.command, cwd)}\n`)
  const { prompt, endsWithPrompt, openCalls, omissions } = session
  const details = { prompt, endsWithPrompt, openCalls, omissions }
  const document = {
    conversationId: conversation.id,
    source: id,
    forked,
    agent: checked.agent,
    sessionId: checked.id,
    file: place.path,
    byReference: isNamed,
    cwd,
    command: place.command,
    ...details,
  }
  return { command: place.command, cwd, document }
}

async function sessionPieces({ graph }: Work, id: string, { id: session, format: wanted }: ResumableSession) {
  const { format, pieces } = await graph.export(id, { session })
  if (format === wanted) return pieces
  throw new CommandFailed('UNEXPECTED_ANSWER', `The server sent a file of ${format}, not a session of ${wanted}.`, {
    format,
  })
}

interface ResumeNotes {
  readonly prompt?: string | null
  readonly endsWithPrompt: boolean
  readonly openCalls: number
  readonly omissions?: string | null
}

/** Says that the server has the conversation in another folder than the one that is taken. */
function elsewhere({ cwd: named, url }: ResumeOptions, own: string | null, taken: string): string[] {
  if (named !== undefined || url === undefined || own === null || own === taken) return []
  return [`The server names the folder "${own}"; this session is of "${taken}". --cwd names another one.`]
}

/** What the session does not hold, or ends with. */
function notesOf(title: string, id: string, { prompt, endsWithPrompt, openCalls, omissions }: ResumeNotes): string[] {
  return [
    ...(omissions == null
      ? []
      : [`A session of ${title} cannot hold all of ${id}; it leaves out ${omissionWords(omissions)}.`]),
    ...(openCalls === 0
      ? []
      : [
          `${counted(openCalls, 'call', 'calls')} at its end ${openCalls === 1 ? 'has' : 'have'} no result: the session has a failed one for each.`,
        ]),
    ...(prompt == null ? [] : ['The prompt at its end is in the command.']),
    ...(endsWithPrompt && prompt == null ? ['The session ends with an unanswered prompt.'] : []),
  ]
}

/**
 * The folder that is named, the conversation's own where the store of this machine has it and it is here, or this one. What a server
 * says of a folder is no path here: an agent that starts in a folder does what its files say.
 */
async function folderOf({ cwd: named, url }: ResumeOptions, own: string | null): Promise<string> {
  const isFolder = async (path: string) => (await stat(path).catch(() => null))?.isDirectory() === true
  if (named === undefined) return url === undefined && own !== null && (await isFolder(own)) ? own : process.cwd()
  const path = resolve(named)
  if (await isFolder(path)) return path
  throw new CommandFailed('BAD_INPUT', `"${named}" is not a folder.`, { given: named })
}
