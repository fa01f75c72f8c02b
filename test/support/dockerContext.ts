import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/root.ts'

/** Says of a path whether .dockerignore keeps it from an image: the last pattern that fits it, or a folder above it, decides. */
export function ignoredBy(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ keepsOut: !line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }))
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.keepsOut ?? false
}

/** `**` is any number of folders, `*` anything within one name. */
function patternOf(text: string): RegExp {
  const source = text
    .replace(/^\/|\/$/g, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**/', '\0')
    .replaceAll('**', '\x01')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]')
    .replaceAll('\0', '(?:.*/)?')
    .replaceAll('\x01', '.*')
  return new RegExp(`^${source}(?:/.*)?$`)
}

/** Copies to a folder what the engine gets of a fresh clone: the files that git knows and .dockerignore lets through. */
export function copyContext(folder: string): void {
  const isIgnored = ignoredBy(readFileSync(join(root, '.dockerignore'), 'utf8'))
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const path of stdout.split('\0'))
    if (path !== '' && !isIgnored(path) && existsSync(join(root, path))) cpSync(join(root, path), join(folder, path))
}
