import { plainWord } from '../../domain/messages/plainText.ts'

/** Returns words as a shell takes them, on one line that a terminal shows as it is. */
export function shellWords(words: readonly string[]): string {
  return words.map(shellWord).join(' ')
}

function shellWord(word: string): string {
  if (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(word)) return word
  return plainWord(word) === word ? `'${word.replaceAll("'", `'\\''`)}'` : inEscapes(word)
}

/** A word with a sign that a terminal obeys, as bash, zsh and ksh read it; the bytes in octal, which each of them knows. */
function inEscapes(word: string): string {
  return `$'${plainWord(word.replace(/[\\'!]/g, octal), octal)}'`
}

const octal = (sign: string): string =>
  sign === '\n'
    ? '\\n'
    : [...new TextEncoder().encode(sign)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')

/** Returns a command as one line for a shell, which runs it in a folder. `home`: a path that the shell is to begin with the home folder. */
export function commandLine(command: readonly string[], cwd: string, home: string | null = null): string {
  const words = command.map((word) => (word === home ? word : shellWords([word])))
  return `cd ${shellWords([cwd])} && ${words.join(' ')}`
}
