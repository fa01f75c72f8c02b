import type { Sample } from '../reading/sample.ts'
import type { ForeignProgram } from './program.ts'

const isDatabase = ({ text }: Sample) => text.startsWith('SQLite format 3\u0000')

/** Its schema stands in the first pages: the names of its tables tell whose it is. */
const withTables =
  (...names: readonly RegExp[]): ForeignProgram['is'] =>
  (sample) =>
    isDatabase(sample) && names.every((name) => name.test(sample.text))

const words = 'What was said there can be made into {"messages": [{"role", "content"}]}, and imported as OPENAI.'

const table = (name: string) => new RegExp(`CREATE TABLE (IF NOT EXISTS )?["'\`[]?${name}["'\`\\]]?\\s*\\(`, 'i')

/** Databases of programs. */
export const databases: readonly ForeignProgram[] = [
  { name: 'a SQLite database of Cursor', is: withTables(/cursorDiskKV/), instead: words },
  { name: "a store of Cursor's agent (store.db)", is: withTables(table('blobs'), table('meta')), instead: words },
  {
    name: 'a SQLite database of Goose',
    is: withTables(table('sessions'), /content_json/),
    instead: '`goose session export` writes a session as a file.',
  },
  {
    name: 'a SQLite database of OpenCode or Kilo',
    is: withTables(table('session'), table('message'), table('part')),
    instead: '`opencode export ID` (or `kilo export ID`) writes a session as a file.',
  },
  {
    name: 'a SQLite database of Crush',
    is: withTables(table('sessions'), table('messages'), table('files')),
    instead: words,
  },
  { name: 'a SQLite database of Zed', is: withTables(table('threads'), /data_type/), instead: words },
  {
    name: "a SQLite database of OpenAI's Agents SDK",
    is: withTables(table('agent_sessions'), table('agent_messages')),
    instead: 'It holds the state of a program: store its turns from there by the adapter.',
  },
  {
    name: 'a SQLite database of LangGraph',
    is: withTables(table('checkpoints'), table('writes')),
    instead: 'It holds the state of a program: store its turns from there by the adapter.',
  },
  { name: 'a SQLite database', is: isDatabase, instead: `Databases are not read. ${words}` },
]
