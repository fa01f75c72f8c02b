import { useMemo, useRef, type JSX } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { PromptItem } from '../conversation/prompts/PromptItem.tsx'
import type { Around } from '../conversation/turns/TurnFrame.tsx'
import { FoundPrompt } from '../documents/generated.ts'
import { Loading } from '../parts/Notice.tsx'
import { addressOf, endOf } from './groups.ts'
import type { Found } from './GroupOf.tsx'
import { LandingContext, type Landing } from './landing.ts'
import { useMarks } from './useMarks.ts'

/** Returns the place of a hit as its conversation shows it: what was asked, the call unfolded, the words marked. */
export default function FoundPlace({
  found: result,
  words,
}: {
  readonly found: Found
  readonly words: string
}): JSX.Element {
  const { conversation, hit } = result
  const place = useRef<HTMLDivElement>(null)
  const end = endOf(hit)
  const [{ data, error }] = useQuery({
    query: FoundPrompt,
    variables: { conversationId: conversation.id, id: hit.prompt, at: end === null ? null : { observationId: end } },
  })
  const prompt = data?.prompt
  const landing = useMemo<Landing>(
    () => ({ prompt: hit.prompt, call: hit.callId ?? null, hit: hit.observation.id, words }),
    [hit, words],
  )
  const around = useMemo<Around>(
    () => ({
      conversationId: conversation.id,
      headId: undefined,
      isPast: true,
      isDated: conversation.dated,
      onVersion: () => Promise.resolve(),
      onAction: () => Promise.resolve(null),
    }),
    [conversation],
  )
  // Once it is drawn.
  useMarks(place, prompt ? landing : null)
  return (
    <section className="foundplace" aria-label="The place that was found">
      <header>
        <span className="soft cut grow" dir="auto">
          {conversation.title || 'Untitled'}
          {hit.turn != null && ` › turn ${hit.turn}`}
        </span>
        <Link className="btn main" href={addressOf(conversation.id, hit, words)}>
          Open here
        </Link>
      </header>
      <div className="scroll foundtext" ref={place} tabIndex={0} role="region" aria-label="The place of the hit">
        <div className="col">
          {error && !data ? <p className="fault">{error.message}</p> : null}
          {!prompt && !error && <Loading rows={4} />}
          {prompt && (
            <LandingContext.Provider value={landing}>
              <PromptItem
                key={`${prompt.id} ${hit.observation.id}`}
                around={around}
                prompt={prompt}
                before={null}
                colour={hit.onCurrentBranch ? 0 : 1}
                isAlone={false}
                isLast={false}
                of={null}
                source={null}
              />
            </LandingContext.Provider>
          )}
        </div>
      </div>
    </section>
  )
}
