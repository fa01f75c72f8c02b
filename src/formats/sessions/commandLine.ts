/** Returns words as a shell takes them. */
export function shellWords(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ')
}

/** Returns a command as one line for a shell, which runs it in a folder. `home`: a path that the shell is to begin with the home folder. */
export function commandLine(command: readonly string[], cwd: string, home: string | null = null): string {
  const words = command.map((word) => (word === home ? word : shellWords([word])))
  return `cd ${shellWords([cwd])} && ${words.join(' ')}`
}
