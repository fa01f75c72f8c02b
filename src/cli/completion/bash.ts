import { caseOf, childPaths, pathText, quoted } from './words.ts'
import type { DescribedCommand } from './described.ts'

/** Returns what bash loads to complete the program's commands, options and their values; files where nothing else is named. */
export function bashCompletion(commands: readonly DescribedCommand[]): string {
  const values = commands.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ flag, choices }) => caseOf(`${pathText(path)} ${flag}`, `words=${quoted(choices.join(' '))} ;;`, 6)),
  )
  const names = commands.map(({ path, options, commands }) => {
    const words = [...commands.map(({ name }) => name), ...options.map(({ flag }) => flag)]
    return caseOf(pathText(path), `words=${quoted(words.join(' '))} ;;`, 6)
  })
  return `# Completion of turngraph for bash. Load it with: source <(turngraph completion bash)
_turngraph() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} at='' word words='' is_value=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
${childPaths(commands)
  .map((path) => caseOf(path.before, `at=${quoted(path.after)} ;;`, 6))
  .join('\n')}
    esac
  done
  is_value=1
  case "$at $before" in
${values.join('\n')}
      *) is_value= ;;
  esac
  if [ -z "$is_value" ]; then
    case "$at" in
${names.join('\n')}
    esac
    [ -z "$at" ] || [[ $current == -* ]] || [[ $words != -* ]] || words=
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _turngraph turngraph
`
}
