/** The instructions that an agent gets before anything else; hosts cut what is longer than 2,000 characters. */
export const instructions = `turngraph keeps this conversation as a tree of turns. Nothing stored is ever lost or overwritten.

1. conversation_id: if the host shows you an id of this conversation, thread or session, use it verbatim. Else use the id that your first store_turn answered, if it is still in your context. Else send conversation_key: {first_user_message} with the user's first message verbatim (best effort). Never invent an id.
2. Store the user's turn BEFORE you answer, and your answer after. Every turn, also short ones.
3. turn_id: the host's id of the turn, else the 1-based number of the exchange. Your answer's is <turn_id>:assistant.
4. idempotency_key: conversation-{conversation_id}-{turn_id}-{timestamp_ms}, new for every store, or none: one is made then. Send the SAME key only to retry the same call.
5. When the user edits, retries or reverts a turn, store the same turn_id again with a new key: with other text it takes that place and what followed stays in the tree; with equal text nothing moves. Name the replaced message in supersedes if you know it.
6. branch_id: only if the host shows one; alone, without conversation_id, it names the conversation, so never main or master.
7. Refusals say CODE, message and what to do. ROLE_CONFLICT: append :assistant to the turn_id. HEAD_MOVED: read get_transcript, then decide. IDEMPOTENCY_MISMATCH: use a new key.
8. Topics, people and files that a turn is about go into refers_to as {type, name}; files with bytes or an address into attachments.
9. Store no secrets. Do not talk about storing unless you are asked.

To try another way, fork_conversation at a message; to go back in place, rewind_conversation. search finds what earlier conversations said; get_transcript (at_observation_id: as it stood then), show_tree and list_observations show one, its branches and versions.`
