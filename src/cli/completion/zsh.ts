import { caseOf, childPaths, pathText, quoted } from './words.ts'
import type { DescribedCommand } from './described.ts'

/** Returns what zsh loads to complete the program's commands and options, with what they do, and their values; else files. */
export function zshCompletion(commands: readonly DescribedCommand[]): string {
  const values = commands.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ flag, choices }) =>
        caseOf(
          `${pathText(path)} ${flag}`,
          `${choices.length > 0 ? `compadd -- ${choices.map(quoted).join(' ')}` : '_files'}; return ;;`,
          4,
        ),
      ),
  )
  const names = commands.map(({ path, options, commands }) => {
    const words = commands.map(({ name, what }) => quoted(`${escaped(name)}:${what}`))
    const flags = options.map(({ flag, what }) => quoted(`${escaped(flag)}:${what}`))
    return caseOf(pathText(path), `names=(${words.join(' ')}); flags=(${flags.join(' ')}) ;;`, 4)
  })
  return `#compdef turngraph
# Completion of turngraph for zsh. Load it with: source <(turngraph completion zsh)
_turngraph() {
  local at='' word
  local -a names flags
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
${childPaths(commands)
  .map((path) => caseOf(path.before, `at=${quoted(path.after)} ;;`, 6))
  .join('\n')}
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  case "$at" in
${names.join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    _describe option flags
  elif (( \${#names} )); then
    _describe command names
  else
    _files
  fi
}
whence compdef >/dev/null && compdef _turngraph turngraph
`
}

const escaped = (name: string): string => name.replaceAll(':', '\\:')
