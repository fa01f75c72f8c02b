import assert from 'node:assert/strict'
import { homedir } from 'node:os'
import { it } from 'node:test'
import { folderIn } from '../../src/formats/knownFolders.ts'
import { thisMachine } from '../../src/watch/places.ts'

it('the home folder of this machine is HOME, else that of the user whose process it is', () => {
  assert.equal(thisMachine({ HOME: '/home/ada' }).home, '/home/ada')
  for (const env of [{}, { HOME: '' }]) assert.equal(thisMachine(env).home, homedir())
})

it('a home folder that is no absolute path is refused with its variable: it would be another one in every folder', () => {
  for (const HOME of ['work', './work', '~'])
    assert.throws(() => thisMachine({ HOME }), {
      name: 'ConfigRefused',
      message: `HOME: the home folder must be an absolute path, not "${HOME}".`,
    })
})

it('a folder that a variable names by a relative path is refused with it, and one of XDG is none', () => {
  const env = { HOME: '/home/ada', XDG_CONFIG_HOME: 'settings', CODEX_HOME: ' ' }
  assert.equal(folderIn(thisMachine(env), 'XDG_CONFIG_HOME'), undefined)
  for (const variable of ['CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'PI_CODING_AGENT_DIR'])
    assert.throws(() => thisMachine({ ...env, [variable]: '.agent' }), {
      name: 'ConfigRefused',
      message: `${variable}: the folder must be an absolute path, not ".agent".`,
    })
})
