import { acp } from './acp/format.ts'
import { aiStudio } from './aiStudio/format.ts'
import { anthropic } from './anthropic/format.ts'
import { chatGpt } from './chatgpt/format.ts'
import { claudeAi } from './claudeAi/format.ts'
import { claudeCode } from './claudeCode/format.ts'
import { claudeStream } from './claudeStream/format.ts'
import { cline } from './cline/format.ts'
import { codex } from './codex/format.ts'
import { copilotChat } from './copilotChat/format.ts'
import { copilotCli } from './copilotCli/format.ts'
import { deepSeek } from './deepseek/format.ts'
import { gemini } from './gemini/format.ts'
import { goose } from './goose/format.ts'
import { grok } from './grok/format.ts'
import { html } from './html/format.ts'
import { iflow } from './iflow/format.ts'
import { libreChat } from './librechat/format.ts'
import { lmStudio } from './lmStudio/format.ts'
import { markdown } from './markdown/format.ts'
import { neoJson, neoJsonl } from './neo/format.ts'
import { ndjson } from './ndjson/format.ts'
import { oasst } from './oasst/format.ts'
import { openAi } from './openai/format.ts'
import { openCode } from './openCode/format.ts'
import { openWebUi } from './openWebUi/format.ts'
import { pi } from './pi/format.ts'
import { plain } from './plain/format.ts'
import { qwenCode } from './qwenCode/format.ts'
import { shareGpt } from './shareGpt/format.ts'
import { sillyTavern } from './sillyTavern/format.ts'
import type { Format } from './format.ts'

/** All formats, in the order in which a file is tried for them: what has the surest marks comes first. */
export const formats: readonly Format[] = [
  qwenCode,
  iflow,
  claudeStream,
  claudeCode,
  ndjson,
  codex,
  gemini,
  pi,
  acp,
  deepSeek,
  chatGpt,
  claudeAi,
  grok,
  aiStudio,
  copilotChat,
  copilotCli,
  sillyTavern,
  openCode,
  lmStudio,
  goose,
  oasst,
  libreChat,
  openWebUi,
  neoJson,
  neoJsonl,
  shareGpt,
  cline,
  anthropic,
  openAi,
  plain,
  markdown,
  html,
]

/** Returns the format of a name, which is taken in any case and with `-` for `_`; null when there is none. */
export function formatNamed(name: string): Format | null {
  const wanted = name.toUpperCase().replaceAll('-', '_')
  return formats.find((format) => format.name === wanted) ?? null
}

/** Says whether files of a format can be imported. */
export const isReadable = ({ read, isOwn }: Format): boolean => read !== undefined || isOwn === true

/** The names of the formats that can be read, and of those that can be written. */
export const readableNames: readonly string[] = formats.filter(isReadable).map(({ name }) => name)
export const writableNames: readonly string[] = formats.filter(({ write }) => write).map(({ name }) => name)
