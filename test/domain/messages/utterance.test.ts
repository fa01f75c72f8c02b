import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isOfOne, utteranceOf } from '../../../src/domain/messages/utterance.ts'

const said = (text: string) => utteranceOf('USER', [{ type: 'text', text }])

describe('what a message says', () => {
  it('has no reminders of an agent, but what a task that has ended left', () => {
    assert.equal(said('<system-reminder>It is noon.</system-reminder>').parts.size, 0)
    const notification = '<task-notification>\n<result>three</result>\n</task-notification>'
    const sent = said(`<system-reminder>\n[NOT USER INPUT]\n\n${notification}\n</system-reminder>`)
    assert.ok(isOfOne(sent, said(notification)))
    assert.ok(!isOfOne(sent, said(notification.replace('three', 'four'))))
  })
})
